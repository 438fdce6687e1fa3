import { maskSecrets } from '#kernel/mask.ts'
import { UserError } from '#kernel/user-error.ts'

/** Variables by name, as a process has them. */
export type Environment = Record<string, string | undefined>

/** How one variable is read: its default, what it takes, and what becomes of it (undefined: not taken). */
export interface Reader<Value> {
  name: string
  fallback: string
  takes: string
  read: (text: string) => Value | undefined
  /** `parts`: what may be secret in a URL is masked; `all`: everything is. */
  secret?: 'parts' | 'all'
}

/** The longest that a timer of Node can wait, in milliseconds. */
const MAX_TIMER = 2_147_483_647
/** More than anyone means: a number above it is a slip of the keyboard. */
const MAX_LIMIT = 1_000_000

/** @throws {@link UserError} saying what it got and what it takes */
export function readOne({ name, fallback, takes, read, secret }: Reader<unknown>, environment: Environment): unknown {
  const text = environment[name] || fallback
  const value = read(text)
  if (value !== undefined || text === '') return value
  throw new UserError(`${name} is ${JSON.stringify(masked(text, secret))}; it takes ${takes}.`)
}

/** Milliseconds that a timer can wait. */
export function duration(name: string, fallback: string, min = 1): Reader<number> {
  return { name, fallback, takes: `milliseconds, from ${min} to ${MAX_TIMER}`, read: wholeNumber(min, MAX_TIMER) }
}

/** A number of things; 0 sets no limit. */
export function limit(name: string, fallback: string): Reader<number> {
  return { name, fallback, takes: `a number from 0 (no limit) to ${MAX_LIMIT}`, read: wholeNumber(0, MAX_LIMIT) }
}

export function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

const UNITS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 }
const TEN_YEARS = 3_650 * 86_400_000

/** A time such as 30d, 12h or 90m, in milliseconds. */
export function timeSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([dhm])$/.exec(text) ?? []
  const span = text === '0' ? 0 : Number(count) * (UNITS[unit ?? ''] ?? Number.NaN)
  return span <= TEN_YEARS ? span : undefined
}

/** A setting that may be left out. */
export function optional<Value>(read: (text: string) => Value | undefined): (text: string) => Value | undefined {
  return (text) => (text === '' ? undefined : read(text))
}

/** One of some words, the first by default. */
export function choice<Value extends string>(variable: string, values: readonly [Value, ...Value[]]): Reader<Value> {
  const [fallback] = values
  return { name: variable, fallback, takes: values.join(', '), read: (text) => values.find((value) => value === text) }
}

/** A switch. */
export function onOrOff(variable: string, fallback: 'on' | 'off'): Reader<boolean> {
  const read = (text: string) => (text === 'on' || text === 'off' ? text === 'on' : undefined)
  return { name: variable, fallback, takes: 'on or off', read }
}

/** A secret that a service gave. */
export function key(variable: string): Reader<string | undefined> {
  // A key goes into a header: a line break or a space in it was never meant.
  const read = optional((text) => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined))
  return { name: variable, fallback: '', takes: 'the key, without spaces', read, secret: 'all' }
}

/** A name as another service has it. */
export function name(variable: string): Reader<string | undefined> {
  return {
    name: variable,
    fallback: '',
    takes: 'the name of a model',
    read: optional((text) => text.trim() || undefined),
  }
}

/** An address of another service. */
export function webAddress(variable: string): Reader<string | undefined> {
  return { name: variable, fallback: '', takes: 'an http or https URL', read: optional(httpUrl), secret: 'parts' }
}

export function httpUrl(text: string): string | undefined {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined
}

/** What may be shown of a setting. */
export function masked(text: string, secret: Reader<unknown>['secret']): string {
  if (secret === undefined || text === '') return text
  return secret === 'all' ? '***' : maskSecrets(text)
}
