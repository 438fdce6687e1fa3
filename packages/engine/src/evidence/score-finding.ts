import type { Span } from '#language/span.ts'
import { coverage } from '#question/weights.ts'
import type { Finding, Query, SourceDocument } from '../types.ts'
import { type Features, weigh } from './head.ts'
import { type Candidate, type Evidence, type Signals, STRONGEST } from './ledger.ts'
import { expansionsFrom } from './queries.ts'
import { type DocumentReading, isRead, readDocument } from './read-document.ts'
import type { Collection, Run } from './run.ts'
import { support } from './support.ts'

/** How much the rank of a finding says of its strength; the rest is said by what it holds of the question. */
const RANK = 0.65
/** A finding of an expansion keeps this share of its rank even if it brings no term that was missing. */
const RESIDUAL_FLOOR = 0.25
/** Where a question names sources or times, a document of another one counts this much of what it otherwise would. */
export const ANOTHER_ORIGIN = 0.6

/** The terms of the question that a document lacks, with their weights: an expansion looks for these. */
function lackedBy({ covers }: Candidate, { question: { weights } }: Run): Map<string, number> {
  return new Map([...weights].filter(([term]) => !covers.has(term)))
}

/** How strong a finding is, on a scale on which the best document of the whole question is near 1. */
export function strength(run: Run, query: Query, finding: Finding, covers: ReadonlySet<string>): number {
  const { named } = run.question
  const elsewhere = named.size > 0 && !named.has(finding.documentId)
  return (elsewhere ? ANOTHER_ORIGIN : 1) * relevance(run, query, finding, covers)
}

function relevance(run: Run, query: Query, finding: Finding, covers: ReadonlySet<string>): number {
  const { weights } = run.question
  const parent = query.from === undefined ? undefined : run.ledger.get(query.from)
  if (!parent) {
    const asked = new Map([...weights].filter(([term]) => query.terms.includes(term)))
    return query.weight * (RANK * finding.score + (1 - RANK) * coverage(covers, asked))
  }
  const residual = coverage(covers, lackedBy(parent, run))
  const link = query.weight * finding.score * (RESIDUAL_FLOOR + (1 - RESIDUAL_FLOOR) * residual)
  return link + (1 - RANK) * coverage(covers, weights)
}

const NO_SIGNALS: Signals = { question: 0, part: 0, origin: 0, expansion: 0, link: 0, support: 0, residual: 0, near: 0 }

/** Reads what a query found and writes it into the ledger; gives the candidate as it now stands. */
export function readFinding(
  run: Run,
  collection: Collection,
  query: Query,
  finding: Finding,
  iteration: number,
): Candidate {
  const known = run.ledger.get(finding.documentId)
  const document = known?.document ?? collection.library.document(finding.documentId)
  const again = known && isRead(known.read, document, finding.passages)
  const reading = again ? known : readNew(run, document, finding)
  const covers = new Set([...(known?.covers ?? []), ...reading.covers])
  const score = strength(run, query, finding, covers)
  const before = known?.signals ?? NO_SIGNALS
  const signals = signalsOf(run, query, finding, { document, covers, before })
  run.support = Math.max(run.support, signals.support)
  const evidence = again ? known.evidence : mergeEvidence(known?.evidence ?? [], reading.evidence)
  const read = again ? known.read : [...(known?.read ?? []), ...reading.read]
  const hits = [...(known?.hits ?? []), ...(query.purpose === 'expansion' ? [] : finding.passages)]
  const candidate = known ?? { document, iteration, ...(query.from === undefined ? {} : { from: query.from }) }
  const strongest = Math.max(known?.score ?? score, score)
  const now = Object.assign(candidate, { signals, covers, evidence, read, hits, score: strongest })
  run.ledger.add(now)
  return now
}

function readNew(run: Run, document: SourceDocument, { passages }: Finding): DocumentReading {
  const { goal } = run.question
  const weighed = (features: Features) => weigh(run.heads.sentence, features)
  const reading = readDocument(document, passages, { goal, weigh: weighed })
  // Only a search by meaning tells how near a passage is.
  if (passages.every(({ near }) => near === undefined)) return reading
  for (const evidence of reading.evidence) {
    const near = passages.reduce(
      (most, passage) => Math.max(most, holds(passage, evidence) ? (passage.near ?? 0) : 0),
      0,
    )
    const worth = near > 0 ? weigh(run.heads.sentence, { near }) : 0
    Object.assign(evidence, { score: evidence.score + worth, worth: evidence.worth + worth })
  }
  return reading
}

function holds(passage: Span, { start, end }: Span): boolean {
  return passage.start <= start && end <= passage.end
}

/** What is known of a document's sentences, with what a further reading of it says: the better of both. */
function mergeEvidence(known: readonly Evidence[], read: readonly Evidence[]): Evidence[] {
  if (known.length === 0) return [...read]
  const byStart = new Map(known.map((evidence) => [evidence.start, evidence]))
  for (const evidence of read) {
    const before = byStart.get(evidence.start)
    if (!before || evidence.score > before.score) byStart.set(evidence.start, evidence)
  }
  return [...byStart.values()]
}

function signalsOf(
  run: Run,
  query: Query,
  finding: Finding,
  { document, covers, before }: { document: SourceDocument; covers: ReadonlySet<string>; before: Signals },
): Signals {
  const { weights, goal } = run.question
  const title = goal.terms(document.title)
  const terms = goal.termsOf(document)
  const supports = finding.passages.map(({ start, end }) => support(terms.between(start, end), weights, title))
  const signals = { ...before, support: Math.max(before.support, ...supports) }
  const raise = (name: keyof Signals, value: number) => {
    signals[name] = Math.max(signals[name], value)
  }
  raise('near', Math.max(0, ...finding.passages.map(({ near = 0 }) => near)))
  if (query.purpose === 'question') raise('question', finding.score)
  if (query.purpose === 'part') raise('part', finding.score)
  if (query.within) raise('origin', finding.score)
  const parent = query.from === undefined ? undefined : run.ledger.get(query.from)
  if (parent) {
    raise('expansion', finding.score * parent.score)
    if (query.documents) raise('link', parent.score)
    raise('residual', coverage(covers, lackedBy(parent, run)))
  }
  return signals
}

/** Puts the expansions of the strongest documents in line; gives how many are new. */
export function addExpansions(run: Run, collection: Collection): number {
  let added = 0
  for (const candidate of run.ledger.ranked().slice(0, STRONGEST)) {
    if (run.expanded.has(candidate.document.id)) continue
    run.expanded.add(candidate.document.id)
    const expansions = expansionsFrom(candidate, run.question, collection)
    const weighed = expansions.map((each) => ({ ...each, weight: each.weight * candidate.score }))
    added += run.frontier.add(weighed).length
  }
  return added
}
