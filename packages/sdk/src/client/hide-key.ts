/** Keeps the keys of one call out of whatever it hands to its caller. */
export interface KeyHider {
  /** From now on this key is hidden as well. */
  add(key: string): void
  /** The text without a key. */
  text(text: string): string
  /** A cause that holds a key anywhere, as an object of an HTTP library may, becomes a plain error without it. */
  cause(cause: unknown): unknown
}

/** Headers in which a service may have repeated the key. */
export function hiddenHeaders(headers: Headers, hider: KeyHider): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, hider.text(value)]))
}

function holds(value: unknown, key: string, depth: number): boolean {
  const maxDepth = 6
  if (typeof value === 'string') return value.includes(key)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  try {
    const inside = value instanceof Headers || value instanceof Map ? [...value] : []
    const own = Reflect.ownKeys(value).map((name) => Reflect.get(value, name))
    return [...own, ...inside].some((part) => holds(part, key, depth + 1))
  } catch {
    // What cannot be looked at cannot be vouched for.
    return true
  }
}

/** Hides what it is told of; before that there is nothing to hide. */
export function createKeyHider(): KeyHider {
  const keys = new Set<string>()
  const hide = (text: string): string => [...keys].reduce((shown, key) => shown.replaceAll(key, '[hidden]'), text)
  return {
    add: (key) => keys.add(key),
    text: hide,
    cause(cause): unknown {
      if (![...keys].some((key) => holds(cause, key, 0))) return cause
      return new Error(hide(`${(cause as Error).message}`))
    },
  }
}
