import type { Span } from './span.ts'
import { YEAR } from './years.ts'

/** A calendar date as far as it is given. */
export interface DateParts {
  year?: number
  /** 1 to 12. */
  month?: number
  day?: number
}

/** The English names of the months. */
export const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const SHORT = MONTHS.map((name) => name.slice(0, 3))
const MONTH = [...MONTHS, ...MONTHS.map((name) => name.toUpperCase()), 'Sept', ...SHORT].join('|')
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const DATE = new RegExp(
  `(?<![\\p{L}\\p{N}/.-])(?:` +
    `(?<y1>${YEAR})-(?<m1>\\d{2})-(?<d1>\\d{2})` +
    `|(?<a>\\d{1,2})(?<by>[/.])(?<b>\\d{1,2})\\k<by>(?<y2>${YEAR})` +
    `|(?<d3>${DAY})(?:st|nd|rd|th)?(?: of)? (?<m3>${MONTH})(?:\\.?,? (?<y3>${YEAR}))?` +
    `|(?<m4>${MONTH})\\.? (?<d4>${DAY})(?:st|nd|rd|th)?(?![\\p{N}%]|[.,]\\p{N})(?:,? (?<y4>${YEAR}))?` +
    `|(?<m5>${MONTH})\\.?,?(?: of)? (?<y5>${YEAR})` +
    `)(?![\\p{L}\\p{N}])`,
  'gu',
)

/** The dates of a text that name a day or a month: written out in English, ISO, or day and month by numbers. */
export function dates(text: string): (DateParts & Span)[] {
  const found: (DateParts & Span)[] = []
  if (!/\d/.test(text)) return found
  for (const match of text.matchAll(DATE)) {
    const groups = match.groups ?? {}
    const date: DateParts & Span = { start: match.index, end: match.index + match[0].length }
    const year = groups['y1'] ?? groups['y2'] ?? groups['y3'] ?? groups['y4'] ?? groups['y5']
    const name = groups['m3'] ?? groups['m4'] ?? groups['m5']
    const day = groups['d1'] ?? groups['d3'] ?? groups['d4']
    if (year !== undefined) date.year = Number(year)
    if (name !== undefined)
      date.month = SHORT.findIndex((short) => name.toUpperCase().startsWith(short.toUpperCase())) + 1
    else if (groups['m1'] !== undefined) date.month = Number(groups['m1'])
    if (day !== undefined) date.day = Number(day)
    addNumeric(Number(groups['a']), Number(groups['b']), date)
    found.push(date)
  }
  return found
}

/** 13/7 says which is the day; 4/7 does not, and leaves the year alone. */
function addNumeric(a: number, b: number, date: DateParts): void {
  const [day, month] = a > 12 ? [a, b] : [b, a]
  if (day > 12 || a === b) Object.assign(date, { day, month })
}

/** Whether a source's date holds every part of a claim's. */
export function holdsDate(source: DateParts, claim: DateParts): boolean {
  return (['year', 'month', 'day'] as const).every((part) => claim[part] === undefined || claim[part] === source[part])
}
