import common from '#language/data/common-words.json' with { type: 'json' }
import everyday from '#language/data/everyday.json' with { type: 'json' }
import numbers from '#language/data/number-words.json' with { type: 'json' }
import { MONTHS } from '#language/dates.ts'
import { contentTerms } from '#language/terms.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const LISTS: readonly (readonly string[])[] = [
  ...[MONTHS, DAYS, common, everyday],
  ...[numbers.ones, numbers.tens, numbers.ordinalOnes, numbers.ordinalTens],
]

let known: ReadonlySet<string> | undefined

/** Whether a term is that of an English word which the engine knows, whatever the documents hold. */
export function isKnownTerm(term: string): boolean {
  known ??= contentTerms(LISTS.flat().join(' '), 'en')
  return known.has(term)
}
