import { coverage } from '#question/coverage.ts'
import type { Finding, Query, SourceDocument } from '../types.ts'
import type { Candidate, Evidence, Signals } from './ledger.ts'
import { leadsFrom } from './queries.ts'
import { isRead, readDocument } from './read-document.ts'
import type { Collection, Run } from './run.ts'
import { support } from './support.ts'

const RANK = 0.65
const COVERAGE = 0.35
const RESIDUAL_FLOOR = 0.25

const ANOTHER_ORIGIN = 0.6
const NOT_FROM_NAMED = 0.75

/** How strong a finding is, on a scale on which the best document of the whole question is near 1. */
function strength(run: Run, query: Query, finding: Finding, covers: ReadonlySet<string>): number {
  const elsewhere = run.question.named.size > 0 && !run.question.named.has(finding.documentId)
  return (elsewhere ? ANOTHER_ORIGIN : 1) * relevance(run, query, finding, covers)
}

function relevance(run: Run, query: Query, finding: Finding, covers: ReadonlySet<string>): number {
  const {
    question: { weights },
    ledger,
  } = run
  const parent = query.from === undefined ? undefined : ledger.get(query.from)
  if (parent) {
    const missing = new Map([...weights].filter(([term]) => !parent.covers.has(term)))
    const residual = missing.size > 0 ? coverage(covers, missing) : 0
    const link = query.weight * finding.score * (RESIDUAL_FLOOR + (1 - RESIDUAL_FLOOR) * residual)
    return link + COVERAGE * coverage(covers, weights)
  }
  return query.weight * (RANK * finding.score + COVERAGE * coverage(covers, only(weights, query.terms)))
}

const NO_SIGNALS: Signals = { question: 0, part: 0, origin: 0, lead: 0, link: 0, support: 0, residual: 0 }

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
  const reading =
    known && isRead(known.read, document, finding.passages)
      ? known
      : screened(collection, document, readDocument(document, finding.passages, run.question.goal, iteration))
  const covers = new Set([...(known?.covers ?? []), ...reading.covers])
  const score = strength(run, query, finding, covers)
  const signals = signalsOf(run, query, finding, document, covers, known?.signals ?? NO_SIGNALS)
  const elsewhere = run.question.named.size > 0 && !run.question.named.has(document.id)
  run.support = Math.max(run.support, (elsewhere ? NOT_FROM_NAMED : 1) * signals.support)
  if (!known) {
    const { evidence, read } = reading
    const candidate: Candidate = { document, signals, score, covers, evidence, read, iteration }
    if (query.from !== undefined) candidate.from = query.from
    run.ledger.add(candidate)
    return candidate
  }
  if (reading !== known) {
    known.evidence = mergeEvidence(known.evidence, reading.evidence)
    known.read = [...known.read, ...reading.read]
  }
  known.covers = covers
  known.signals = signals
  known.score = Math.max(known.score, score)
  return known
}

/** A reading without the sentences that are no evidence. */
function screened<Read extends { evidence: Evidence[] }>(
  { screen }: Collection,
  document: SourceDocument,
  read: Read,
): Read {
  return screen ? { ...read, evidence: screen(document, read.evidence) } : read
}

/** What is known of a document's sentences, with what a further reading of it says: the better of both. */
function mergeEvidence(known: readonly Evidence[], read: readonly Evidence[]): Evidence[] {
  const byStart = new Map(known.map((evidence) => [evidence.start, evidence]))
  for (const evidence of read) {
    const before = byStart.get(evidence.start)
    if (!before || evidence.score > before.score) byStart.set(evidence.start, evidence)
  }
  return [...byStart.values()]
}

function signalsOf(
  { question: { weights, goal }, ledger }: Run,
  query: Query,
  finding: Finding,
  document: SourceDocument,
  covers: ReadonlySet<string>,
  before: Signals,
): Signals {
  const title = goal.terms(document.title)
  const terms = goal.termsOf(document)
  const passages = finding.passages.map(({ start, end }) => [...title, ...terms.between(start, end)])
  const signals = { ...before, support: Math.max(before.support, ...passages.map((each) => support(each, weights))) }
  const raise = (name: keyof Signals, value: number) => {
    signals[name] = Math.max(signals[name], value)
  }
  if (query.purpose === 'question') raise('question', finding.score)
  if (query.purpose === 'part') raise('part', finding.score)
  if (query.within) raise('origin', finding.score)
  const parent = query.from === undefined ? undefined : ledger.get(query.from)
  if (parent) {
    raise('lead', finding.score * parent.score)
    if (query.documents) raise('link', parent.score)
    raise('residual', coverage(covers, new Map([...weights].filter(([term]) => !parent.covers.has(term)))))
  }
  return signals
}

function only(weights: ReadonlyMap<string, number>, terms: readonly string[]): Map<string, number> {
  return new Map(terms.flatMap((term) => (weights.has(term) ? [[term, weights.get(term) ?? 0]] : [])))
}

const SOURCES_OF_LEADS = 6

/** Puts the leads of the strongest documents in line; gives how many are new. */
export function followLeads(run: Run, { library, titles }: Collection): number {
  const rarity = (term: string) => -library.documentFrequency(term)
  let added = 0
  for (const candidate of run.ledger.ranked().slice(0, SOURCES_OF_LEADS)) {
    if (run.followed.has(candidate.document.id)) continue
    run.followed.add(candidate.document.id)
    const context = { question: run.question, titles, rarity }
    const leads = leadsFrom(candidate, context).map((lead) => ({ ...lead, weight: lead.weight * candidate.score }))
    added += run.frontier.add(leads).length
  }
  return added
}
