import type { Part } from '../bench/data-set.ts'
import { cutPassage } from '../src/answer/cut-passage.ts'
import { leadFeatures } from '../src/answer/lead-features.ts'
import { leadCandidates } from '../src/answer/leads.ts'
import { wantedBy } from '../src/answer/wanted.ts'
import type { Budget } from '../src/budget.ts'
import type { Features } from '../src/evidence/head.ts'
import type { Candidate } from '../src/evidence/ledger.ts'
import { readDocument } from '../src/evidence/read-document.ts'
import type { Run } from '../src/evidence/run.ts'
import { answeredFeatures } from '../src/judge/answered.ts'
import { documentFeatures } from '../src/judge/document-features.ts'
import { documentsToCite } from '../src/judge/documents-to-cite.ts'
import { bestInTurns } from '../src/model/evidence-to-show.ts'
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
  /** Whether the set itself says so, of its own collection: nothing was hidden, and it was not written for another one. */
  real: boolean
  /** Of each sentence that may answer it. */
  features: Features[]
}

/** The documents that a run found. */
export function documentGroup(run: Run, { part, needs }: TrainingQuestion): Group {
  const candidates = run.ledger.ranked().filter(({ evidence }) => evidence.length > 0)
  const right = candidates.map(({ document }) => needs(document))
  return { part, features: documentFeatures(candidates, run.question), right }
}

/** UTF-16 code units of an answer that a reader surely reads. */
const READ_FIRST = 300

/** The sentences of each document that is cited and needed, and all that are chosen for the answer. */
export function sentenceGroups(run: Run, budget: Budget, { part, needs, holds, tells }: TrainingQuestion) {
  const cited = documentsToCite(run, budget)
  const chosen = new Set(bestInTurns(cited, budget))
  const ofDocuments: Group[] = []
  const together: Group = { part, features: [], right: [] }
  const telling: boolean[] = []
  for (const { candidate } of cited) {
    const { document, evidence } = candidate
    const own = featuresByStart(run, candidate)
    const right = evidence.map(({ start, end }) => holds(document, start, end))
    if (needs(document))
      ofDocuments.push({ part, features: evidence.map(({ start }) => own.get(start)?.worth ?? {}), right })
    for (const [i, item] of evidence.entries()) {
      if (!chosen.has(item)) continue
      const { worth, score } = own.get(item.start) ?? {}
      together.features.push({ ...worth, ...score })
      together.right.push(right[i] === true)
      telling.push(needs(document) && tells(item.quote.slice(0, READ_FIRST)))
    }
  }
  // Where the answer stands in some of them word for word, one of those should lead.
  if (telling.some(Boolean)) together.right = telling
  return { ofDocuments: ofDocuments.filter(isChoice), together: isChoice(together) ? together : undefined }
}

/** The sentences that an answer may open with: right where what is shown then tells the answer in what is read first. */
export function leadGroup(
  run: Run,
  budget: Budget,
  { part, needs, holds, tells }: TrainingQuestion,
): Group | undefined {
  const { question } = run
  const cited = documentsToCite(run, budget)
  const wanted = wantedBy(question, cited)
  const candidates = leadCandidates(run, cited)
  const shown = candidates.map((item) =>
    cutPassage(item, wanted)
      .parts.map(({ quote }) => quote)
      .join('\n\n'),
  )
  const telling = candidates.map(({ document }, i) => needs(document) && tells((shown[i] ?? '').slice(0, READ_FIRST)))
  const holding = candidates.map(({ document, start, end }) => holds(document, start, end))
  const features = candidates.map(leadFeatures(question, cited, wanted))
  const group = { part, features, right: telling.some(Boolean) ? telling : holding }
  return isChoice(group) ? group : undefined
}

/** Reads a document once more, for what each of its sentences is weighed by. */
function featuresByStart(run: Run, { document, read }: Candidate) {
  const measured: Features[] = []
  // Instead of a weight it gives the place of the features.
  const weigh = (features: Features) => measured.push(features) - 1
  const { evidence } = readDocument(document, read, { goal: run.question.goal, weigh })
  return new Map(
    evidence.map(({ start, worth, score }) => [start, { worth: measured[worth] ?? {}, score: measured[score] ?? {} }]),
  )
}

function isChoice({ right }: Group): boolean {
  return right.some(Boolean) && right.some((each) => !each)
}

/** Whether what a run found answers its question. */
export function answeredCase(run: Run, budget: Budget, said: Omit<Case, 'features'>): Case {
  return { ...said, features: answeredFeatures(run, documentsToCite(run, budget)) }
}
