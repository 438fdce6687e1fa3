import { type Features, type Heads, weigh } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import type { Judged } from '#judge/relevance.ts'
import { KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import { togetherIn } from '#question/subject.ts'
import { weightOf } from '#question/weights.ts'
import { namesSubject } from './attribution.ts'
import { pointsBack } from './opening.ts'
import { whoIsTold } from './who-is-told.ts'

/** UTF-16 code units that are read at a glance. */
const GLANCE = 160

/**
 * Tells what of a sentence counts for beginning with it, beside its worth and score: for its answering, then for the
 * reader's sake.
 */
export function leadFeatures(
  question: Question,
  chosen: readonly Evidence[],
  cited: readonly Judged[],
): (evidence: Evidence) => Features {
  const probabilities = new Map(cited.map(({ candidate, probability }) => [candidate.document.id, probability]))
  const probability = (id: string) => probabilities.get(id) ?? 0
  const { goal, needs, named } = question
  const { asksWho, length } = KINDS[question.kind]
  const asked = new Set(question.terms)
  const who = asksWho ? whoIsTold(chosen, { asked, probability, terms: goal.terms }) : () => 0
  const together = togetherIn(question, goal)
  const headed = ({ block }: Evidence) => {
    const held = goal.terms(block?.path.at(-1) ?? '').flatMap(({ term, stop }) => (stop ? [] : [term]))
    return weightOf(new Set(held), goal.weights) / (weightOf(goal.weights.keys(), goal.weights) || 1)
  }
  return (evidence) => {
    const { quote, document } = evidence
    return {
      /** How likely its document is needed. */
      document: probability(document.id),
      fitFirst: needs.fits(quote),
      /** Could hold what is asked for at all: a count, a date, a person, whose name may be that of who speaks. */
      may: Number(needs.mayHold(quote) || (asksWho && !namesSubject(document))),
      /** How many of the sources speak of somebody whom it names. */
      who: who(evidence),
      together: together(quote),
      named: Number(named.has(document.id)),
      /** How much of the question, by weight, the innermost of the headings and terms above it holds. */
      headed: headed(evidence),
      unclear: Number(pointsBack(quote) && !namesSubject(document)),
      /** Beyond what is read at a glance; a reason or a manner takes words. */
      long: length === 'any' ? 0 : Math.max(0, quote.length / GLANCE - 1),
    }
  }
}

/** The sentence to begin with: it answers well, stands by itself, and its document is likely needed. Undefined of none. */
export function leadOf(
  chosen: readonly Evidence[],
  featuresOf: (evidence: Evidence) => Features,
  { sentence }: Heads,
): Evidence | undefined {
  const worth = (evidence: Evidence) => evidence.worth + evidence.score + weigh(sentence, featuresOf(evidence))
  const worths = chosen.map(worth)
  return chosen[worths.indexOf(Math.max(...worths))]
}
