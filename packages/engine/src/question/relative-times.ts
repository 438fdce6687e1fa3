import written from '#language/data/relative-times.json' with { type: 'json' }
import type { DateParts } from '#language/dates.ts'
import { spelledNumbers } from '#language/number-words.ts'
import { alternatives } from '#language/word-list.ts'
import type { NamedTime } from './times.ts'

/** Days of each, all months being of 31. */
const UNITS: Readonly<Record<string, number>> = written.days
/** So many are "a few". */
const A_FEW = 3
const COUNT = `\\d{1,3}|${alternatives(written.numbers)}`
const AGO = new RegExp(
  `\\b(?:${alternatives(written.during)}) (?:the )?(?:${alternatives(written.last)}) (?:(?<count>${COUNT}) )?(?<unit>${Object.keys(UNITS).join('|')})s?\\b`,
  'giu',
)
/** Newer documents, or older ones, are asked for. */
const NEWEST = /\b(?:latest|newest|most recent(?:ly)?)\b/iu
const OLDEST = /\b(?:oldest|earliest)\b/iu

/**
 * The times that a text names by how long ago they are: "in the last five years". They are counted back from a date, the
 * newest of the sources; without one they hold nothing. English.
 */
export function relativeTimesIn(text: string, newest: DateParts | undefined): NamedTime[] {
  return [...text.matchAll(AGO)].map(({ 0: all, index, groups }) => {
    const days = countOf(groups?.['count']) * (UNITS[(groups?.['unit'] ?? '').toLowerCase()] ?? 0)
    const from = newest === undefined ? Number.POSITIVE_INFINITY : dayOf(newest) - days
    return { written: all, start: index, within: true, holds: (date) => dayOf(date) > from }
  })
}

/** Whether a question asks for what is newest, or for what is oldest. English. */
export function ageAsked(text: string): 'newest' | 'oldest' | undefined {
  if (NEWEST.test(text)) return 'newest'
  return OLDEST.test(text) ? 'oldest' : undefined
}

function countOf(word: string | undefined): number {
  if (word === undefined) return 1
  return /^\d/.test(word) ? Number(word) : (spelledNumbers(word)[0]?.value ?? A_FEW)
}

const DAYS_A_MONTH = 31
const DAYS_A_YEAR = 12 * DAYS_A_MONTH

/** A date as a number that grows with it. What is known by its year alone counts as its last day. */
export function dayOf({ year = 0, month = 12, day = DAYS_A_MONTH }: DateParts): number {
  return DAYS_A_YEAR * year + DAYS_A_MONTH * (month - 1) + day
}
