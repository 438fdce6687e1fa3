import { refusal } from './refusal.ts'

/** What a caller sent, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** A text that may be missing. */
export function text(fields: Fields, name: string, { most = 1_000 }: { most?: number } = {}): string | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '' || value.length > most || value.includes('\u0000')) {
    throw refusal('invalid', `${name} must be a text of 1 to ${most} characters, without U+0000.`)
  }
  return value
}

/** A text that must be there. */
export function requiredText(fields: Fields, name: string, options?: { most?: number }): string {
  const value = text(fields, name, options)
  if (value === undefined) throw refusal('invalid', `${name} is missing.`)
  return value
}

/** One of some texts, if any. */
export function oneOf<Text extends string>(fields: Fields, name: string, texts: readonly Text[]): Text | undefined {
  const value = text(fields, name)
  const found = texts.find((one) => one === value)
  if (value !== undefined && found === undefined) {
    throw refusal('invalid', `${name} must be one of ${texts.join(', ')}.`)
  }
  return found
}

/** A whole number, sent as a number in a body and as digits in a query. */
export function wholeNumber(
  fields: Fields,
  name: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (!Number.isInteger(number) || (number as number) < least || (number as number) > most) {
    throw refusal('invalid', `${name} must be a whole number from ${least} to ${most}.`)
  }
  return number as number
}

/** An instant or a day in UTC, as milliseconds since 1970. */
export function instant(fields: Fields, name: string): number | undefined {
  const value = text(fields, name)
  if (value === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(value) ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw refusal('invalid', `${name} must be a day or an instant in UTC, such as 2026-11-22 or 2026-11-22T09:30:00Z.`)
}
