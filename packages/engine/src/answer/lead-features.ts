import type { Features } from '#evidence/head.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { nearness } from '#judge/closest.ts'
import type { Judged } from '#judge/relevance.ts'
import type { Question } from '#question/question.ts'
import { cutPassage } from './cut-passage.ts'
import { placeFeatures } from './lead-place.ts'
import type { Wanted } from './passage.ts'

/** UTF-16 code units in which a document's opening loses half of what it has before the rest. */
const EARLY = 2_000
/** Measures a sentence for opening the answer: what it says, what stands above it, and the passage that it stands for. */
export function leadFeatures(
  question: Question,
  cited: readonly Judged[],
  wanted: Wanted,
): (evidence: Evidence) => Features {
  const byId = new Map(cited.map((judged) => [judged.candidate.document.id, judged]))
  const { needs, named, pairs, goal } = question
  const ofPlace = placeFeatures(question, wanted)
  return (evidence) => {
    const { quote, document, start } = evidence
    const { candidate, probability = 0 } = byId.get(document.id) ?? {}
    const hits = (candidate?.hits ?? []).filter((hit) => hit.start <= start && start < hit.end)
    const { parts } = cutPassage(evidence, wanted)
    return {
      worth: evidence.worth + evidence.score,
      /** How likely its document is needed. */
      document: probability,
      /** How well the passage was found that it stands in. */
      found: Math.max(0, ...hits.map(({ score }) => score)),
      /** Could hold what is asked for at all: a count, a date, a person. */
      may: Number(needs.mayHold(quote)),
      named: Number(named.has(document.id)),
      /** Logarithm of its length. */
      words: Math.log(1 + quote.length),
      early: 1 / (1 + start / EARLY),
      ...ofPlace(evidence, parts),
      /** How near to each other the words stand in it that are neighbours in the question. */
      adjacent: nearness(pairs, goal.weights, goal.terms(quote), []),
    }
  }
}
