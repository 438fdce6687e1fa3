import { maskSecrets } from '#kernel/mask.ts'

/** The variables of a process, by name. */
export type Environment = Record<string, string | undefined>

/**
 * How one variable is read: its name, its default, what it accepts, and how its text becomes a value (undefined if it
 * is invalid).
 */
export interface Reader<Value> {
  name: string
  fallback: string
  takes: string
  read: (text: string) => Value | undefined
  /** What is masked: `parts` hides the parts of a URL that may be secret, `all` hides everything. */
  secret?: 'parts' | 'all'
}

/** The longest wait of a Node timer, in milliseconds. */
const MAX_TIMER = 2_147_483_647
/** More than anyone needs; a larger number is a typing error. */
const MAX_LIMIT = 1_000_000

/** What is wrong with settings, by variable: each a sentence that says what to do. */
export type Problems = Map<string, string>

/** The value of a variable. Of a wrong one it notes the value and what it accepts. */
export function readOne(
  { name, fallback, takes, read, secret }: Reader<unknown>,
  environment: Environment,
  problems: Problems,
): unknown {
  const text = environment[name] || fallback
  const value = read(text)
  if (value === undefined && text !== '')
    problems.set(name, `${name} is ${JSON.stringify(masked(text, secret))}; set it to ${takes}.`)
  return value
}

/** A number of milliseconds that a timer can wait. */
export function duration(name: string, fallback: string, min = 1): Reader<number> {
  return {
    name,
    fallback,
    takes: `a number of milliseconds from ${min} to ${MAX_TIMER}`,
    read: wholeNumber(min, MAX_TIMER),
  }
}

/** A number of things; 0 sets no limit. */
export function limit(name: string, fallback: string): Reader<number> {
  return { name, fallback, takes: `a number from 0 (no limit) to ${MAX_LIMIT}`, read: wholeNumber(0, MAX_LIMIT) }
}

/** A number of things within a range. */
export function count(
  name: string,
  fallback: string,
  { of, min, max }: { of: string; min: number; max: number },
): Reader<number> {
  return { name, fallback, takes: `a number of ${of} from ${min} to ${max}`, read: wholeNumber(min, max) }
}

export function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

const UNITS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 }
const TEN_YEARS = 3_650 * 86_400_000

/** Reads a time such as 30d, 12h or 90m in milliseconds. */
export function timeSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([dhm])$/.exec(text) ?? []
  const span = text === '0' ? 0 : Number(count) * (UNITS[unit ?? ''] ?? Number.NaN)
  return span <= TEN_YEARS ? span : undefined
}

/** Makes a setting optional. */
export function optional<Value>(read: (text: string) => Value | undefined): (text: string) => Value | undefined {
  return (text) => (text === '' ? undefined : read(text))
}

/** A choice between words; the first is the default. */
export function choice<Value extends string>(variable: string, values: readonly [Value, ...Value[]]): Reader<Value> {
  const [fallback] = values
  return {
    name: variable,
    fallback,
    takes: `one of ${values.join(', ')}`,
    read: (text) => values.find((value) => value === text),
  }
}

/** One of some values, or none; `otherwise` says what holds then. */
export function choiceOrNone<Value extends string>(
  variable: string,
  values: readonly Value[],
  otherwise: string,
): Reader<Value | undefined> {
  const read = optional((text) => values.find((value) => value === text))
  return { name: variable, fallback: '', takes: `one of ${values.join(', ')}; ${otherwise}`, read }
}

/** An amount of dollars. More digits than this are a typing error. */
const DOLLARS = /^\d{1,6}(?:\.\d{1,6})?$/

/** Amounts of dollars, comma-separated, one for each of `of`. */
export function dollars(variable: string, of: readonly string[], example: string): Reader<number[] | undefined> {
  const read = optional((text) => {
    const amounts = text.split(',').map((part) => part.trim())
    return amounts.length === of.length && amounts.every((each) => DOLLARS.test(each)) ? amounts.map(Number) : undefined
  })
  return {
    name: variable,
    fallback: '',
    takes: `dollars for ${of.join(', ')}, comma-separated, such as ${example}`,
    read,
  }
}

/** More than a week is a typing error. */
const MOST_MINUTES = 10_080

/** Numbers of minutes, comma-separated, one for each of `of`. */
export function minutes(variable: string, of: readonly string[], fallback: string): Reader<number[]> {
  const read = (text: string) => {
    const given = text.split(',').map((part) => part.trim())
    const isOne = (part: string) =>
      /^\d{1,5}(?:\.\d{1,3})?$/.test(part) && Number(part) > 0 && Number(part) <= MOST_MINUTES
    return given.length === of.length && given.every(isOne) ? given.map(Number) : undefined
  }
  return { name: variable, fallback, takes: `minutes for ${of.join(', ')}, comma-separated, such as ${fallback}`, read }
}

/** A switch. */
export function onOrOff(variable: string, fallback: 'on' | 'off'): Reader<boolean> {
  const read = (text: string) => (text === 'on' || text === 'off' ? text === 'on' : undefined)
  return { name: variable, fallback, takes: 'on or off', read }
}

/** A key that another service issued. */
export function key(variable: string): Reader<string | undefined> {
  // A key is sent in a header, so it cannot contain spaces or line breaks.
  const read = optional((text) => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined))
  return { name: variable, fallback: '', takes: 'a key without spaces', read, secret: 'all' }
}

/** The name of a model. */
export function name(variable: string): Reader<string | undefined> {
  return {
    name: variable,
    fallback: '',
    takes: 'the name of a model',
    read: optional((text) => text.trim() || undefined),
  }
}

/** What is put before a text; a space at its end is kept. */
export function prefix(variable: string): Reader<string> {
  return { name: variable, fallback: '', takes: 'a line of at most 200 characters', read: onePlainLine }
}

function onePlainLine(text: string): string | undefined {
  return /^[^\r\n]{0,200}$/.test(text) ? text : undefined
}

/** The URL of a server with a protocol of its own, whose form with TLS ends in `s`. */
export function serverUrl(variable: string, protocol: string, rest: string): Reader<string | undefined> {
  const known = [`${protocol}:`, `${protocol}s:`]
  const read = optional((text) => {
    const url = URL.parse(text)
    return url?.hostname && known.includes(url.protocol) ? text : undefined
  })
  return { name: variable, fallback: '', takes: `${protocol}://${rest}, or ${protocol}s://…`, read, secret: 'parts' }
}

/** The address of another service. */
export function webAddress(variable: string): Reader<string | undefined> {
  return { name: variable, fallback: '', takes: 'an http or https URL', read: optional(httpUrl), secret: 'parts' }
}

export function httpUrl(text: string): string | undefined {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
}

/** The text of a setting as it may be shown. */
export function masked(text: string, secret: Reader<unknown>['secret']): string {
  if (secret === undefined || text === '') return text
  return secret === 'all' ? '***' : maskSecrets(text)
}
