/** What stands at a path in foreign JSON; undefined where nothing does. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Record<string | number, unknown>)[step]
  }
  return here
}

/** The first of some values that is a text with something in it; else ''. */
export function textIn(...values: readonly unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}
