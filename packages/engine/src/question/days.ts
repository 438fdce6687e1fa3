import { dates } from '#language/dates.ts'
import { type Term, terms } from '#language/terms.ts'

const MONTHS = terms('January February March April May June July August September October November December', 'en').map(
  ({ term }) => term,
)
const DAY = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/

/**
 * The days that a text names without a year, "September 11" and "the 4th of July", each as one term. Such a day is
 * the name of something; by itself neither its month nor its number says anything of it.
 */
export function daysIn(text: string): Set<string> {
  const days = dates(text).filter(
    ({ year, month, day }) => year === undefined && month !== undefined && day !== undefined,
  )
  return new Set(days.map(({ month = 1, day }) => `${MONTHS[month - 1]} ${day}`))
}

/** The terms of a text with the terms of each of some days as one. */
export function joinDays(all: readonly Term[], days: ReadonlySet<string>): Term[] {
  const joined: Term[] = []
  for (let at = 0; at < all.length; ) {
    const length = lengthOfDay(all, at, days)
    const [first, last] = [all[at], all[at + Math.max(1, length) - 1]]
    if (!first || !last) break
    joined.push(length > 0 ? { ...first, term: dayOf(first, last) ?? '', end: last.end, stop: false } : first)
    at += Math.max(1, length)
  }
  return joined
}

/** How many terms from a place on are one of the days: 0 for none. "September the 11th" are three. */
function lengthOfDay(all: readonly Term[], at: number, days: ReadonlySet<string>): number {
  const first = all[at]
  for (const length of [2, 3]) {
    const last = all[at + length - 1]
    if (!first || !last || (length === 3 && !all[at + 1]?.stop)) return 0
    if (days.has(dayOf(first, last) ?? '')) return length
  }
  return 0
}

function dayOf(a: Term, b: Term): string | undefined {
  const [month, day] = MONTHS.includes(a.term) ? [a, b] : [b, a]
  const number = DAY.exec(day.raw)?.[1]
  return MONTHS.includes(month.term) && number !== undefined ? `${month.term} ${Number(number)}` : undefined
}

/** How a day may stand in an index of terms, side by side there. */
export function formsOf(day: string): string[] {
  const [month, number] = day.split(' ')
  const ordinals = ['st', 'nd', 'rd', 'th'].map((ending) => `${number}${ending}`)
  const written = [`${number}`, ...ordinals]
  return written.flatMap((each) => [
    `${month} ${each}`,
    `${month} the ${each}`,
    `${each} ${month}`,
    `${each} of ${month}`,
  ])
}
