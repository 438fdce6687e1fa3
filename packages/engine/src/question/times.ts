import written from '#language/data/times.json' with { type: 'json' }
import { type DateParts, dates, holdsDate } from '#language/dates.ts'
import { YEAR } from '#language/years.ts'

/** A time that a text names. */
export interface NamedTime {
  /** As the text writes it. */
  written: string
  start: number
  /** Whether a date lies in it. */
  holds: (date: DateParts) => boolean
  /** It is said to be the time in which something was: "in 1970", "on 6 October 2023". */
  within: boolean
}

type Words = keyof typeof written
const any = (...lists: Words[]) => lists.flatMap((list) => written[list]).join('|')
const endsWith = (list: Words) => new RegExp(`(?<!\\p{L})(?:${any(list)})\\s+(?:the\\s+)?(?:years?\\s+)?$`, 'iu')
const isOf = (list: Words, word: string) => written[list].includes(word.toLowerCase())

// A sum of money, a part of a longer number or of a word is no year.
const ALONE = '(?<![\\p{L}\\p{N}.,$€£/-]|[$€£]\\s)'
const BOUND = `(?:(?<bound>${any('after', 'since', 'before', 'until', 'around')}) (?:the )?(?:year )?)?`
const YEARS = new RegExp(
  `${ALONE}${BOUND}(?<from>${YEAR})(?<decade>s)?` +
    `(?:(?:\\s?[-–—]\\s?|,? (?<joint>${any('to', 'and')}) (?:the )?)(?<to>${YEAR})(?<lastDecade>s)?)?` +
    '(?![\\p{L}\\p{N}/%-]|[.,]\\d)',
  'giu',
)
const IN = endsWith('in')
const FROM = endsWith('from')
const BETWEEN = endsWith('between')

/** The times that a text names by their year, in order. A day without a year is of none. */
export function timesIn(text: string): NamedTime[] {
  const found: NamedTime[] = []
  if (!/\d/.test(text)) return found
  const days = dates(text).filter(({ year }) => year !== undefined)
  for (const { start, end, ...date } of days) {
    // Where documents have years alone, a day means its year.
    const holds: NamedTime['holds'] = (each) => holdsDate(each.month === undefined ? { ...date, ...each } : each, date)
    found.push({ written: text.slice(start, end), start, within: IN.test(text.slice(0, start)), holds })
  }
  for (const match of text.matchAll(YEARS)) {
    const end = match.index + match[0].length
    if (!days.some((day) => day.start < end && match.index < day.end)) found.push(...yearsOf(text, match))
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The years of a span of the text, the first and the last counted in. */
function spanOf(text: string, start: number, end: number, [from, to]: readonly [number, number]): NamedTime {
  return {
    written: text.slice(start, end),
    start,
    within: IN.test(text.slice(0, start)),
    holds: ({ year }) => year !== undefined && year >= from && year <= to,
  }
}

function yearsOf(text: string, match: RegExpExecArray): NamedTime[] {
  const { bound, from: first = '', decade, joint, to: last, lastDecade } = match.groups ?? {}
  const [opening, end] = [match.index, match.index + match[0].length]
  const start = opening + match[0].indexOf(first)
  const [from, to] = [Number(first), lastYear(Number(first), decade)]
  if (bound !== undefined) return [{ ...spanOf(text, opening, end, bounded(bound, from, to)), within: true }]
  if (last === undefined) return [spanOf(text, start, end, [from, to])]
  const until = lastYear(Number(last), lastDecade)
  const before = text.slice(0, start)
  const isOne = BETWEEN.test(before) || !(joint !== undefined && isOf('and', joint))
  if (isOne && until >= from) {
    const span = spanOf(text, start, end, [from, until])
    return [{ ...span, within: span.within || BETWEEN.test(before) || FROM.test(before) }]
  }
  // "1932 and 1933" are two years, "between 1932 and 1935" is a time.
  const second = start + text.slice(start, end).lastIndexOf(last)
  const afterFirst = start + first.length + (decade?.length ?? 0)
  return [spanOf(text, start, afterFirst, [from, to]), spanOf(text, second, end, [Number(last), until])]
}

/** Years on each side of one that something was "around": nobody who says so means a decade further off. */
const AROUND = 10

function bounded(bound: string, from: number, to: number): [number, number] {
  if (isOf('after', bound)) return [to + 1, Number.POSITIVE_INFINITY]
  if (isOf('since', bound)) return [from, Number.POSITIVE_INFINITY]
  if (isOf('around', bound)) return [from - AROUND, to + AROUND]
  return [Number.NEGATIVE_INFINITY, isOf('before', bound) ? from - 1 : to]
}

/** "the 1970s" are ten years, "the 1800s" a hundred. */
function lastYear(year: number, decade: string | undefined): number {
  if (decade === undefined) return year
  return year % 100 === 0 ? year + 99 : year + 9 - (year % 10)
}
