import type { Part } from '../bench/data-set.ts'
import { leadFeatures } from '../src/answer/lead.ts'
import { leadRules } from '../src/answer/quote-answer.ts'
import type { Budget } from '../src/budget.ts'
import type { Features, Heads } from '../src/evidence/head.ts'
import { readDocument } from '../src/evidence/read-document.ts'
import { answeredFeatures, askedIn } from '../src/judge/answered.ts'
import { documentFeatures } from '../src/judge/document-features.ts'
import { documentsToCite } from '../src/judge/documents-to-cite.ts'
import { judge } from '../src/judge/relevance.ts'
import type { Run } from '../src/run.ts'
import type { TrainingQuestion } from './training-set.ts'

/** Some things of which some are right: the documents found for a question, or the sentences of one of them or of all. */
export interface Group {
  part: Part
  features: Features[]
  right: boolean[]
}

/** A question, asked of a collection that holds its answer or does not. */
export interface Case {
  part: Part
  answerable: boolean
  /** How much it counts beside one whose answer is known to be there or not. */
  weight: number
  /** Of each sentence that may answer it. */
  features: Features[]
}

const candidatesOf = (run: Run) => run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)

/** The documents that a run found. */
export function documentGroup(run: Run, { part, needs }: TrainingQuestion): Group {
  const candidates = candidatesOf(run)
  const right = candidates.map(({ document }) => needs(document))
  return { part, features: documentFeatures(candidates, run.question), right }
}

const LIKELIEST = 8
/** UTF-16 code units of an answer that a reader surely reads. */
const READ_FIRST = 300

/** The sentences of the likeliest documents: those of each that is needed by themselves, and all together. */
export function sentenceGroups(run: Run, heads: Heads, question: TrainingQuestion) {
  const { part, needs, holds, tells } = question
  const likeliest = judge(candidatesOf(run), run.question, heads).slice(0, LIKELIEST)
  const probabilities = new Map(likeliest.map(({ candidate, probability }) => [candidate.document.id, probability]))
  const read = likeliest.map(({ candidate: { document, read: spans } }) => {
    const features: Features[] = []
    // Its worth is the place of its features.
    const worthOf = (measured: Features) => features.push(measured) - 1
    const { evidence } = readDocument(document, spans, { goal: run.question.goal, worthOf })
    return { document, evidence: evidence.map((item) => ({ item, own: features[item.worth] ?? {} })) }
  })
  const all = read.flatMap(({ evidence }) => evidence)
  const chosen = all.map(({ item }) => item)
  const rules = leadRules(run.question, chosen, (id) => probabilities.get(id) ?? 0)
  const ofDocuments: Group[] = []
  const together: Group = { part, features: [], right: [] }
  const telling: boolean[] = []
  for (const { document, evidence } of read) {
    const features = evidence.map(({ item, own }) => ({ ...own, ...leadFeatures(item, rules) }))
    const right = evidence.map(({ item }) => holds(document, item.start, item.end))
    if (needs(document)) ofDocuments.push({ part, features, right })
    together.features.push(...features)
    together.right.push(...right)
    telling.push(...evidence.map(({ item }, i) => right[i] === true && tells(item.quote.slice(0, READ_FIRST))))
  }
  // Of sentences that are needed those come first in which the answer stands.
  if (telling.some(Boolean)) together.right = telling
  return { ofDocuments: ofDocuments.filter(isChoice), together: isChoice(together) ? together : undefined }
}

function isChoice({ right }: Group): boolean {
  return right.some(Boolean) && right.some((each) => !each)
}

/** Whether what a run found answers its question. */
export function answeredCase(run: Run, budget: Budget, part: Part, answerable: boolean, weight: number): Case {
  return { part, answerable, weight, features: answeredFeatures(askedIn(run), documentsToCite(run, budget)) }
}
