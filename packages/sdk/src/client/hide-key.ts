/** Keeps the keys of one call out of everything that the call returns or throws. */
export interface KeyHider {
  /** Hides this key as well from now on. */
  add(key: string): void
  /** The text without any of the keys. */
  text(text: string): string
  /** Replaces a cause that contains a key anywhere, as objects of HTTP libraries may, with a plain error without it. */
  cause(cause: unknown): unknown
}

/** Removes the key from headers in which the service may have repeated it. */
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
    // A cause that cannot be examined is treated as if it contained a key.
    return true
  }
}

/** Hides the keys that are added to it; without any it hides nothing. */
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
