import bounds from './data/bounds.json' with { type: 'json' }
import { type DateParts, dates, holdsDate } from './dates.ts'
import { ABBREVIATED_SCALES, SCALES, spelledNumbers } from './number-words.ts'
import type { Span } from './span.ts'
import { unitOf, unitsAgree } from './units.ts'
import { isYear } from './years.ts'

/** A number, a sum, a share or a date of a text, canonical. */
export interface Quantity extends Span, DateParts {
  kind: 'number' | 'ordinal' | 'date'
  /** Its scale counted in: 1.2 million is 1,200,000. The year of a date, or NaN. */
  value: number
  /** The unit's sign, `decade` for "1990s", '' where none is written. */
  unit: string
  /** What the words before it make of it: "about", "more than", "less than". */
  bound?: 'about' | 'over' | 'under'
}

const VULGAR: Record<string, number> = { '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3, '⅛': 1 / 8 }
const GROUPED = "\\d{1,3}(?:[,'’\\u00A0\\u202F\\u2009]\\d{3})+(?![\\d])(?:\\.\\d+)?|\\d{1,3}(?: \\d{3}){2,}(?!\\d)"
const NUMERAL = new RegExp(
  // Not inside a word or a name such as B12 or F-16, and not a mark such as [3].
  '(?<![\\p{L}\\p{N}]|\\p{Lu}[-‐‑]|\\[|\\d[.,])' +
    '(?<sign>(?<=^|[\\s(])[-−])?(?:(?<symbol>US\\$|[$€£¥₹]|(?:USD|EUR|GBP|JPY|INR|CHF)(?=[ \\u00A0]))[ \\u00A0]?)?' +
    `(?<number>\\d+/\\d+(?![/\\d])|${GROUPED}|\\d+(?:[.,]\\d+)*[½¼¾⅓⅔⅛]?|[½¼¾⅓⅔⅛])`,
  'gu',
)
const ORDINAL_END = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/uy
const DECADE_END = /['’]?s(?![\p{L}\p{N}])/uy
const SHORT_SCALE = /[ \u00A0]?(k|m|mn|mio|bn|b|tn)(?![\p{L}\p{N}])/iuy
const THOUSANDS = /([kK])(?![\p{L}\p{N}])/uy
const LONG_SCALE = new RegExp(`[ \\u00A0-]?(${[...SCALES.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'iuy')
const UNIT = /[ \u00A0-]{0,2}(?:(square|cubic|sq\.?)[ \u00A0-])?(%|°\s?[CF]|€|£|\$|per cent|[\p{L}µμ]+)/iuy

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function numeralValue(number: string): number {
  const [above, below] = number.split('/')
  if (below !== undefined) return Number(above) / Number(below)
  const vulgar = VULGAR[number.at(-1) ?? '']
  if (vulgar !== undefined) return Number(number.slice(0, -1)) + vulgar
  if (/^\d+,\d{1,2}$/.test(number)) return Number(number.replace(',', '.'))
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(number)) return Number(number.replace(/\./g, '').replace(',', '.'))
  const plain = number.replace(/[,'’\s]/g, '')
  // A version such as 3.5.1 is no amount; its digits still have to be the same.
  return plain.split('.').length > 2 ? Number(plain.replace(/\./g, '')) : Number(plain)
}

/** The unit written after a number, and where it ends. */
function unitAfter(text: string, at: number): { unit: string; end: number } {
  const match = matchAt(UNIT, text, at)
  const unit =
    match === null ? '' : /^per cent$/i.test(match[2] ?? '') ? '%' : unitOf((match[2] ?? '').replace(/\s/, ''))
  if (match === null || unit === '') return { unit: '', end: at }
  const power = match[1] === undefined ? '' : /^c/i.test(match[1]) ? '3' : '2'
  return { unit: unit + power, end: at + match[0].length }
}

function readNumeral(text: string, match: RegExpExecArray): Quantity {
  const { sign, symbol, number = '' } = match.groups ?? {}
  const start = match.index
  let end = start + match[0].length
  let value = numeralValue(number) * (sign === undefined ? 1 : -1)
  const money = symbol === undefined ? '' : unitOf(symbol.trim())
  if (matchAt(ORDINAL_END, text, end)) return { start, end: end + 2, kind: 'ordinal', value, unit: '' }
  const decade = /^\d{3}0$/.test(number) ? matchAt(DECADE_END, text, end) : null
  if (decade) return { start, end: end + decade[0].length, kind: 'number', value, unit: 'decade' }
  const scale = matchAt(LONG_SCALE, text, end) ?? matchAt(symbol === undefined ? THOUSANDS : SHORT_SCALE, text, end)
  if (scale) {
    const word = (scale[1] ?? '').toLowerCase()
    value *= SCALES.get(word) ?? ABBREVIATED_SCALES.get(word) ?? 1
    end += scale[0].length
  }
  const after = unitAfter(text, end)
  const unit = money === '' ? after.unit : money
  if (money === '' || after.unit === money) end = after.end
  if (/^\d{4}$/.test(number) && !scale && unit === '' && isYear(value)) {
    return { start, end, kind: 'date', value, unit, year: value }
  }
  return { start, end, kind: 'number', value, unit }
}

function numerals(text: string): Quantity[] {
  const found: Quantity[] = []
  if (!/[\p{N}]/u.test(text)) return found
  NUMERAL.lastIndex = 0
  for (let match = NUMERAL.exec(text); match !== null; match = NUMERAL.exec(text)) {
    const quantity = readNumeral(text, match)
    found.push(quantity)
    NUMERAL.lastIndex = Math.max(quantity.end, NUMERAL.lastIndex)
  }
  return found
}

function spelled(text: string): Quantity[] {
  return spelledNumbers(text).flatMap(({ start, end, value, kind, loose }): Quantity[] => {
    if (kind === 'ordinal') return isEnumeration(text, start, end) ? [] : [{ start, end, kind, value, unit: '' }]
    const after = unitAfter(text, end)
    if (loose && after.unit === '') return []
    const unit = kind === 'fraction' ? '' : after.unit
    return [{ start, end: after.end, kind: 'number', value, unit }]
  })
}

/** "First, …" at the beginning of a sentence counts its sentences. */
function isEnumeration(text: string, start: number, end: number): boolean {
  return text[end] === ',' && /(?:^|[.!?:;]["'”’)\]]*\s+|\n)$/.test(text.slice(Math.max(0, start - 4), start))
}

/** By what is made of a number the words before it that do so. */
const BOUNDS = (['about', 'over', 'under'] as const).map(
  (bound) => [new RegExp(`(?:${bounds[bound].join('|')})\\s*(?:a\\s)?$`, 'iu'), bound] as const,
)
/** UTF-16 units of the longest such word and a space. */
const LONGEST_BOUND = 16

function withBound(text: string, quantity: Quantity): Quantity {
  const before = text.slice(Math.max(0, quantity.start - LONGEST_BOUND), quantity.start)
  const bound = BOUNDS.find(([pattern]) => pattern.test(before))?.[1]
  return bound === undefined ? quantity : { ...quantity, bound }
}

/** The numbers, sums, shares, ordinals and dates of a text, in order, none overlapping another. */
export function quantities(text: string): Quantity[] {
  const found = dates(text).map(
    (date): Quantity => ({ ...date, kind: 'date', value: date.year ?? Number.NaN, unit: '' }),
  )
  return [numerals(text), spelled(text)].reduce(withFree, found).map((quantity) => withBound(text, quantity))
}

/** Quantities in order, and those of others, in order too, that overlap none of them. */
function withFree(taken: Quantity[], others: readonly Quantity[]): Quantity[] {
  let at = 0
  let last = 0
  const free = others.filter(({ start, end }) => {
    while ((taken[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1
    const isFree = start >= last && (taken[at]?.start ?? Number.POSITIVE_INFINITY) >= end
    if (isFree) last = end
    return isFree
  })
  return [...taken, ...free].sort((a, b) => a.start - b.start)
}

/** Two values of the same digits differ by less, whatever arithmetic made them. */
const SAME = 1e-12

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(1, Math.abs(a), Math.abs(b))
}

/** Whether a value rounded to the digits that `rounded` is written with gives `rounded`. */
function roundsTo(value: number, rounded: number, how: 'about' | 'over' | 'under'): boolean {
  if (rounded === 0 || value === 0) return value === rounded
  let step = 10 ** Math.floor(Math.log10(Math.abs(rounded)))
  for (let i = 0; i < 12 && !near(rounded / step, Math.round(rounded / step)); i += 1) step /= 10
  if (how === 'over') return value >= rounded && value < rounded + step
  if (how === 'under') return value <= rounded && value > rounded - step
  return Math.abs(value - rounded) <= step / 2 + SAME
}

/** Whether a number of a claim is one of a source: rounded only where the claim says so, and in the same unit. */
export function sameQuantity(claim: Quantity, source: Quantity): boolean {
  if (claim.kind === 'date' && source.kind === 'date') return holdsDate(source, claim)
  if (claim.kind === 'ordinal' || source.kind === 'ordinal')
    return claim.kind === source.kind && claim.value === source.value
  const { unit, value } = claim
  if (claim.month !== undefined || source.month !== undefined) return false
  if (!unitsAgree(unit, source.unit)) return false
  return near(value, source.value) || (claim.bound !== undefined && roundsTo(source.value, value, claim.bound))
}

/** Whether a source's numbers hold one of a claim; a day and its year may stand apart. */
export function holdsQuantity(source: readonly Quantity[], claim: Quantity): boolean {
  if (source.some((quantity) => sameQuantity(claim, quantity))) return true
  if (claim.kind !== 'date' || claim.month === undefined || claim.year === undefined) return false
  const { month, day, year } = claim
  const dayOf = { month, ...(day === undefined ? {} : { day }) }
  const apart = source.some((each) => each.year === undefined && each.kind === 'date' && holdsDate(each, dayOf))
  return apart && source.some((quantity) => quantity.year === year)
}
