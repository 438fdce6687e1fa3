import { names } from '#language/entities.ts'
import { type Quantity, quantities } from '#language/numbers.ts'
import type { Term } from '#language/terms.ts'
import { answerFit } from './answer-fit.ts'
import type { Question } from './question.ts'

const LENGTHS = new Set(['km', 'm', 'cm', 'mm', 'mile', 'foot', 'inch', 'yard'])
const TIMES = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'century'])
const MEASURE = /\bhow (long|far|tall|high|wide|deep)\b/i

const FIRST_YEAR = 1500
const LAST_YEAR = 2099

/** A count or a measure; "1968" alone is a year. */
function isCount({ kind, unit, value }: Quantity): boolean {
  const isYear = unit === 'decade' || (unit === '' && value >= FIRST_YEAR && value <= LAST_YEAR && value % 1 === 0)
  return kind === 'number' && !isYear
}

const TITLED =
  /\b(?:Mr|Mrs|Ms|Dr|Sir|President|General|Senator|Secretary|King|Queen|Captain|Colonel|Professor|Pope|Emperor|Judge|Justice|Lieutenant|Commodore|Admiral|Minister|Prince|Lord)\.? \p{Lu}/u
const JOINED = /\p{Lu}\p{L}+ (?:de|da|di|du|la|le|van|von|der|den|bin|al|el) (?:\p{Ll}+ )?\p{Lu}/u
const HAS_CASE = /\p{Ll}/u

/**
 * Whether a sentence could hold what a question asks for: a number that is no year for "how many", one with a unit of
 * length for "how tall", a date for "when", the name of a person that the question does not hold for "who". True for
 * every sentence where the question asks for something that has no such mark, or in a language or a script that shows none.
 */
export function mayAnswer(question: Question, terms: (text: string) => readonly Term[]): (sentence: string) => boolean {
  const { kind, language, text } = question
  if (kind === 'date') {
    const fits = answerFit(question)
    return (sentence) => fits(sentence) > 0
  }
  if (language !== 'en') return () => true
  if (kind === 'number') {
    const measure = MEASURE.exec(text)?.[1]?.toLowerCase()
    const isMeasure = (unit: string) =>
      measure === undefined || LENGTHS.has(unit) || (measure === 'long' && TIMES.has(unit))
    return (sentence) =>
      !HAS_CASE.test(sentence) || quantities(sentence).some((each) => isCount(each) && isMeasure(each.unit))
  }
  if (kind !== 'person') return () => true
  const asked = new Set(question.terms)
  return (sentence) =>
    !HAS_CASE.test(sentence) ||
    TITLED.test(sentence) ||
    JOINED.test(sentence) ||
    names(sentence, terms(sentence)).some(
      (name) => name.words.length > 1 && !name.terms.some((term) => asked.has(term)),
    )
}
