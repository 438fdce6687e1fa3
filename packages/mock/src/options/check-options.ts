/** What the value of an option may be: a type, some texts, or a test with what it wants. */
export type Kind =
  | 'number'
  | 'string'
  | 'boolean'
  | 'function'
  | 'object'
  | 'list'
  | 'scenario'
  | readonly string[]
  | { readonly wants: string; readonly fits: (value: unknown) => boolean }

/** One kind for each option. */
export type Kinds<Options> = { readonly [Name in keyof Required<Options>]: Kind }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether a value has what makes a scenario; a function of the library that nobody called has not. */
export const isScenario = (value: unknown): boolean => isObject(value) && typeof value['reply'] === 'function'

const WANTS: Record<Extract<Kind, string>, [wants: string, fits: (value: unknown) => boolean]> = {
  number: ['a number of at least 0', (value) => typeof value === 'number' && value >= 0],
  string: ['a text', (value) => typeof value === 'string'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  function: ['a function', (value) => typeof value === 'function'],
  object: ['an object', isObject],
  list: ['a list', Array.isArray],
  scenario: ['a scenario such as torn({ after: 3 })', isScenario],
}

function wanted(kind: Kind): readonly [wants: string, fits: (value: unknown) => boolean] {
  if (typeof kind === 'string') return WANTS[kind]
  if ('wants' in kind) return [kind.wants, kind.fits]
  return [`one of ${kind.join(', ')}`, (value) => kind.includes(String(value))]
}

/** A value as an error names it. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name || 'without a name'}, which has to be called first`
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  return isObject(value) ? `an object of ${value.constructor?.name ?? 'no class'}` : String(value)
}

/**
 * Refuses options that are misspelt or of a wrong type, for tests in plain JavaScript.
 * @param what - the function that takes them
 * @throws TypeError that names the option and what it may be
 */
export function checkOptions<Options extends object>(what: string, options: Options, kinds: Kinds<Options>): void {
  const known = Object.keys(kinds).join(', ')
  const isPlain = isObject(options) && !isScenario(options) && (options.constructor ?? Object).name === 'Object'
  if (!isPlain) throw new TypeError(`${what}() takes an object with options (${known}), not ${shown(options)}.`)
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof Options] : undefined
    if (kind === undefined) throw new TypeError(`${what}() has no option ${name} (known: ${known || 'none'}).`)
    const [wants, fits] = wanted(kind)
    if (value !== undefined && !fits(value)) {
      throw new TypeError(`The option ${name} of ${what}() must be ${wants}, not ${shown(value)}.`)
    }
  }
}
