import { type DateParts, dates, holdsDate } from '#language/dates.ts'
import { YEAR } from '#language/years.ts'

type Date = Partial<DateParts>

/** A time that a text names. */
export interface NamedTime {
  /** As the text writes it. */
  written: string
  start: number
  /** Whether a date lies in it. */
  holds: (date: Date) => boolean
  /** It is said to be the time in which something was: "in 1970", "on 6 October 2023". */
  within: boolean
}

const ALONE = '(?<![\\p{L}\\p{N}.,$€£/-]|[$€£]\\s)'
const PART = '(?:(?<part>early|mid|middle|late)(?: of)?[ -](?:the )?)?'
// What stands before a year makes it the beginning or the end of a time.
const BOUND =
  '(?:(?<bound>after|since|following|before|until|till|prior to|up to|starting in|nach|seit|vor|bis|después de|desde|' +
  "antes de|hasta|après|depuis|avant|jusqu’en|jusqu'en|dopo|prima del|dal|после|с|до) (?:the )?(?:year )?)?"
const YEARS = new RegExp(
  `${ALONE}${BOUND}${PART}(?<from>${YEAR})(?<decade>s)?` +
    `(?:(?<dash>\\s?[-–—/]\\s?)(?<short>\\d{2})(?!\\d)|(?:\\s?[-–—]\\s?|,? (?<and>to|through|and|until|till|bis|a|à|y|et|und|по|и) (?:the )?)(?<to>${YEAR})s?)?` +
    '(?![\\p{L}\\p{N}/%-]|[.,]\\d)',
  'giu',
)
const BETWEEN = /(?:(?<!differences? )\bbetween|\bzwischen|\bentre|\btra|\bfra|между)\s+(?:the years? )?$/iu
/** What changes from one year to another has two of them. */
const CHANGES = /\b(?:chang|evolv|shift|differ|compar|contrast)\p{L}*\b/iu
const FROM = /(?:\bfrom|\bvon|\bde|\bdal|(?<!\p{L})с) (?:the )?$/iu
const WITHIN =
  /(?:^|[\s(])(?:in|during|im|en|em|nel|в|on|am|le|el|dated|published)\s+(?:the\s+)?(?:years?\s+|Jahr\s+|año\s+)?$/iu

const FIRST_ORDINAL = 15
const ORDINALS = 'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first'.split(' ')
const CENTURY = new RegExp(
  `${PART}\\b(?:(?<number>\\d{1,2})(?:st|nd|rd|th)|(?<ordinal>${ORDINALS.join('|')}))[- ]century\\b`,
  'giu',
)

/** The times that a text names by their year, in order. A day without a year is of none. */
export function timesIn(text: string): NamedTime[] {
  const found: NamedTime[] = []
  if (!/\d|century/i.test(text)) return found
  const written = dates(text).filter(({ year }) => year !== undefined)
  for (const { start, end, ...date } of written) {
    found.push({
      written: text.slice(start, end),
      start,
      within: isWithin(text, start),
      // Where documents have years alone, a day means its year.
      holds: (each) => holdsDate(each.month === undefined ? { ...date, ...each } : each, date),
    })
  }
  const inDate = (at: number, end: number) => written.some((date) => date.start < end && at < date.end)
  for (const match of text.matchAll(YEARS)) {
    if (inDate(match.index, match.index + match[0].length)) continue
    found.push(...yearsOf(text, match))
  }
  for (const match of text.matchAll(CENTURY)) {
    const { part, number, ordinal } = match.groups ?? {}
    const century = Number(number) || ORDINALS.indexOf((ordinal ?? '').toLowerCase()) + FIRST_ORDINAL
    const [from, to] = partOf(part, 100 * (century - 1) + 1, 100 * century)
    found.push(spanOf(text, match[0], match.index, from, to))
  }
  return found.sort((a, b) => a.start - b.start)
}

function isWithin(text: string, start: number): boolean {
  return WITHIN.test(text.slice(0, start))
}

function spanOf(text: string, written: string, start: number, from: number, to: number): NamedTime {
  return {
    written,
    start,
    within: isWithin(text, start),
    holds: ({ year }) => year !== undefined && year >= from && year <= to,
  }
}

function yearsOf(text: string, match: RegExpExecArray): NamedTime[] {
  const { bound, part, from: first = '', decade, short, and, to: last } = match.groups ?? {}
  const from = Number(first)
  const all = match[0]
  const year = all.slice(all.indexOf(first))
  const at = match.index + all.indexOf(first)
  const single = from + (decade === undefined ? 0 : decadeOrCentury(from))
  if (bound !== undefined) return [bounded(text, { bound, written: all, start: match.index }, from, single)]
  if (last !== undefined) {
    const to = Number(last) + (/s$/.test(all) ? decadeOrCentury(Number(last)) : 0)
    // "1932 and 1933" are two years, "between 1932 and 1935" is a time.
    const before = text.slice(0, match.index)
    const joins = and !== undefined && /^(?:and|y|et|und|и)$/iu.test(and) && !BETWEEN.test(before)
    const compares = CHANGES.test(before) && (BETWEEN.test(before) || FROM.test(before))
    if (!joins && !compares && to >= from) {
      const span = spanOf(text, year, at, from, to)
      return [{ ...span, within: span.within || BETWEEN.test(before) || FROM.test(before) }]
    }
    const second = at + year.lastIndexOf(last)
    return [
      spanOf(text, first + (decade ?? ''), at, from, single),
      spanOf(text, year.slice(year.lastIndexOf(last)), second, Number(last), to),
    ]
  }
  if (short !== undefined) {
    const to = from - (from % 100) + Number(short)
    return to > from ? [spanOf(text, year, at, from, to)] : []
  }
  const [start, end] = partOf(part, from, single)
  return [spanOf(text, all, match.index, start, end)]
}

const AFTER = /^(?:after|following|nach|después de|après|dopo|после)$/iu
const SINCE = /^(?:since|starting in|seit|desde|depuis|dal|с)$/iu
const BEFORE = /^(?:before|prior to|vor|antes de|avant|prima del)$/iu

function bounded(
  text: string,
  { bound, written, start }: { bound: string; written: string; start: number },
  from: number,
  to: number,
): NamedTime {
  const least = AFTER.test(bound) ? to + 1 : SINCE.test(bound) ? from : Number.NEGATIVE_INFINITY
  const most = least > Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : BEFORE.test(bound) ? from - 1 : to
  return { ...spanOf(text, written, start, least, most), within: true }
}

/** "the 1970s" are ten years, "the 1800s" a hundred. */
function decadeOrCentury(year: number): number {
  if (year % 100 === 0) return 99
  return year % 10 === 0 ? 9 : 0
}

/** The part of a time: its first, middle or last four tenths. */
function partOf(part: string | undefined, from: number, to: number): [number, number] {
  const length = to - from + 1
  if (part === undefined || length === 1) return [from, to]
  const share = Math.round(length * 0.4)
  if (/^early$/i.test(part)) return [from, from + share - 1]
  if (/^late$/i.test(part)) return [to - share + 1, to]
  return [from + Math.round(length * 0.3), to - Math.round(length * 0.3)]
}
