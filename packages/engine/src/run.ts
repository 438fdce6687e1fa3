import { Frontier } from '#evidence/frontier.ts'
import { type Candidate, type Evidence, Ledger, type Signals } from '#evidence/ledger.ts'
import { leadsFrom, openingQueries } from '#evidence/queries.ts'
import { isRead, readDocument } from '#evidence/read-document.ts'
import type { ReadingGoal } from '#evidence/score-sentences.ts'
import { support } from '#evidence/support.ts'
import { coverage } from '#judge/coverage.ts'
import type { Names } from '#language/name-dictionary.ts'
import { contentTerms, type Term, terms } from '#language/terms.ts'
import { TermsOfText } from '#language/terms-of-text.ts'
import { answerFit } from '#question/answer-fit.ts'
import { mayAnswer } from '#question/answer-type.ts'
import { type AskedOrigins, documentsOf, originsAsked } from '#question/asked-origins.ts'
import { type Compared, comparedIn } from '#question/compared.ts'
import { joinDays } from '#question/days.ts'
import { isIntentTerm } from '#question/intent-words.ts'
import type { Origins } from '#question/origins.ts'
import { analyseQuestion, type Question } from '#question/question.ts'
import { INTENT, weighTerms, weightOfUnseen } from '#question/weights.ts'
import type { Finding, Library, Query, ResearchTask, SourceDocument } from './types.ts'

/** What one run of the loop knows. */
export interface Run {
  question: Question
  /** What each of its terms says; filled anew where more is known of the library. */
  weights: Map<string, number>
  /** What a term weighs that the library has never seen. */
  unseen: number
  goal: ReadingGoal
  /** Whether a sentence could hold the kind of answer asked for. */
  mayAnswer: (sentence: string) => boolean
  frontier: Frontier
  ledger: Ledger
  /** Which origins a text of the question names. */
  asked: AskedOrigins
  /** How much of the question the best passage found speaks of. */
  support: number
  /** Documents of whom or when the question is about; empty where it names neither. */
  named: ReadonlySet<string>
  /** The documents of each origin that the question names. */
  sources: readonly ReadonlySet<string>[]
  /** The documents of the times that it names. */
  dated: ReadonlySet<string>
  /** Names of sources and dates that the question holds, as the index holds them: terms joined by a space. */
  origins: ReadonlySet<string>
  /** What the question compares; empty where it compares nothing. */
  compared: readonly Compared[]
  /** Of whom all are asked for; undefined where the question does not, or nobody is known. */
  gathers: Question['gathers']
  /** Documents whose leads have been taken. */
  followed: Set<string>
  /** Keeps sentences away that are no evidence. */
  screen: Shelf['screen'] | undefined
}

/** What all runs share. */
export interface Shelf {
  readonly library: Library
  readonly titles: Names
  readonly origins: Origins
  /** Keeps sentences away that are no evidence. Default: all are. */
  readonly screen?: (document: SourceDocument, evidence: Evidence[]) => Evidence[]
}

const ORIGIN = 0.25
const NOT_FROM_NAMED = 0.75

/** Takes the question apart and puts the first queries in line. */
export function startRun(task: ResearchTask, { library, origins, screen }: Shelf): Run {
  const question = analyseQuestion(task.query)
  const weights = new Map<string, number>()
  const frontier = new Frontier()
  const asked = originsAsked(question, origins, library)
  frontier.add(openingQueries(question, asked))
  const { names: mentioned, dates } = asked(question.text)
  const named = documentsOf(asked(question.text))
  const weighed = { question, weights, asked, unseen: 0 }
  weigh(weighed, library)
  const discounts = new Map(question.terms.filter(isIntentTerm).map((term) => [term, INTENT]))
  for (const name of [...mentioned.keys(), ...dates.keys()]) {
    for (const { term } of terms(name, question.language)) if (weights.has(term)) discounts.set(term, 0)
  }
  const parts = question.facets.map((facet) => contentTerms(facet, question.language))
  const { bigrams } = question
  const fits = answerFit(question)
  const goal = { weights, discounts, bigrams, parts, ...rememberedTerms(question), fits }
  const compared = comparedIn(question, asked)
  const asTerms = (name: string) =>
    terms(name, question.language)
      .map(({ term }) => term)
      .join(' ')
  const namesOfOrigins = new Set([...mentioned.keys()].map(asTerms))
  const ledger = new Ledger()
  return {
    ...weighed,
    goal,
    mayAnswer: mayAnswer(question, goal.terms),
    frontier,
    ledger,
    support: 0,
    named,
    sources: [...mentioned.values()].map((ids) => new Set(ids)),
    dated: new Set([...dates.values()].flat()),
    origins: namesOfOrigins,
    compared,
    gathers: origins.areSeveral ? question.gathers : undefined,
    followed: new Set(),
    screen,
  }
}

/** Weighs the terms of a run's question by how rare they are in the library as it is now. */
export function weigh(run: Pick<Run, 'question' | 'weights' | 'asked' | 'unseen'>, library: Library): void {
  const { question, weights, asked } = run
  run.unseen = weightOfUnseen(library)
  for (const [term, weight] of weighTerms(question.terms, library)) weights.set(term, weight)
  // Where a document comes from is known without its text saying so.
  const { names, dates } = asked(question.text)
  for (const name of [...names.keys(), ...dates.keys()]) {
    for (const { term } of terms(name, question.language))
      if (weights.has(term)) weights.set(term, ORIGIN * (weights.get(term) ?? 0))
  }
}

const REMEMBERED_CHARACTERS = 4_000_000

/** Takes texts and documents apart, the days of the question as one term each, remembering what was taken apart, up to a bound. */
function rememberedTerms({ language, days }: Question): Pick<ReadingGoal, 'terms' | 'termsOf'> {
  const join = (all: Term[]) => (days.size > 0 ? joinDays(all, days) : all)
  const texts = new Map<string, readonly Term[]>()
  const documents = new Map<SourceDocument, TermsOfText>()
  let held = 0
  const makeRoom = () => {
    const read = [...documents.values()].reduce((sum, { size }) => sum + size, 0)
    if (held + read <= REMEMBERED_CHARACTERS) return
    texts.clear()
    documents.clear()
    held = 0
  }
  return {
    terms(text) {
      const before = texts.get(text)
      if (before) return before
      makeRoom()
      const found = join(terms(text, language))
      texts.set(text, found)
      held += text.length
      return found
    },
    termsOf(document) {
      const before = documents.get(document)
      if (before) return before
      makeRoom()
      const made = new TermsOfText(document.text, language, join)
      documents.set(document, made)
      return made
    },
  }
}

const RANK = 0.65
const COVERAGE = 0.35
const RESIDUAL_FLOOR = 0.25

const ANOTHER_ORIGIN = 0.6

/** How strong a finding is, on a scale on which the best document of the whole question is near 1. */
function strength(run: Run, query: Query, finding: Finding, covers: ReadonlySet<string>): number {
  const elsewhere = run.named.size > 0 && !run.named.has(finding.documentId)
  return (elsewhere ? ANOTHER_ORIGIN : 1) * relevance(run, query, finding, covers)
}

function relevance(run: Run, query: Query, finding: Finding, covers: ReadonlySet<string>): number {
  const { weights, ledger } = run
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
export function readFinding(run: Run, shelf: Shelf, query: Query, finding: Finding, iteration: number): Candidate {
  const known = run.ledger.get(finding.documentId)
  const document = known?.document ?? shelf.library.document(finding.documentId)
  const reading =
    known && isRead(known.read, document, finding.passages)
      ? known
      : screened(shelf, document, readDocument(document, finding.passages, run.goal, iteration))
  const covers = new Set([...(known?.covers ?? []), ...reading.covers])
  const score = strength(run, query, finding, covers)
  const signals = signalsOf(run, query, finding, document, covers, known?.signals ?? NO_SIGNALS)
  const elsewhere = run.named.size > 0 && !run.named.has(document.id)
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
  { screen }: Shelf,
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
  { weights, ledger, goal }: Run,
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
export function followLeads(run: Run, { library, titles }: Shelf): number {
  const rarity = (term: string) => -library.documentFrequency(term)
  let added = 0
  for (const candidate of run.ledger.ranked().slice(0, SOURCES_OF_LEADS)) {
    if (run.followed.has(candidate.document.id)) continue
    run.followed.add(candidate.document.id)
    const context = { question: run.question, weights: run.weights, titles, rarity }
    const leads = leadsFrom(candidate, context).map((lead) => ({ ...lead, weight: lead.weight * candidate.score }))
    added += run.frontier.add(leads).length
  }
  return added
}
