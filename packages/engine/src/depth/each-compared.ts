import { contentTerms } from '#language/terms.ts'
import type { Question } from '#question/question.ts'
import { isIntentTerm } from '#question/weights.ts'
import type { PlannedQuestion } from './sub-question.ts'

type Comparing = Pick<Question, 'compared' | 'language' | 'terms' | 'words'>

/**
 * A sub-question for each thing that a question compares and no planned one asks about by itself: what is found for all
 * of them together is mostly where they are named side by side.
 */
export function eachCompared(question: Comparing, planned: readonly PlannedQuestion[]): PlannedQuestion[] {
  const { compared, language, words } = question
  const termsOf = compared.map(({ name }) => contentTerms(name, language))
  const ofThings = new Set(termsOf.flatMap((terms) => [...terms]))
  const asked = planned.map(({ text }) => contentTerms(text, language))
  const topic = question.terms
    .filter((term) => !ofThings.has(term) && !isIntentTerm(term))
    .map((term) => words.get(term) ?? term)
  return compared.flatMap(({ name }, i) => {
    const own = termsOf[i] ?? new Set()
    const others = ofThings.difference(own)
    const isAsked = asked.some((terms) => own.isSubsetOf(terms) && others.isDisjointFrom(terms))
    const text = topic.length > 0 ? `${name}: ${topic.join(' ')}` : name
    return isAsked || own.size === 0 ? [] : [{ text, answeredBy: '', queries: [] }]
  })
}
