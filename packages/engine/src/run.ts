import { answerFit } from '#plan/answer-fit.ts'
import { Frontier } from '#plan/frontier.ts'
import { leadsFrom, openingQueries } from '#plan/queries.ts'
import { analyseQuestion, type Question } from '#plan/question.ts'
import { weighTerms } from '#plan/weights.ts'
import { type ReadingGoal, readDocument } from '#read/read-document.ts'
import { support } from '#read/support.ts'
import { coverage } from '#reflect/coverage.ts'
import type { NameDictionary } from '#text/name-dictionary.ts'
import { type Candidate, Ledger } from './ledger.ts'
import type { Finding, Library, Query, ResearchTask } from './types.ts'

/** What one run of the loop knows. */
export interface Run {
  question: Question
  weights: ReadonlyMap<string, number>
  goal: ReadingGoal
  frontier: Frontier
  ledger: Ledger
  /** How much of the question the best passage found speaks of. */
  support: number
  /** Documents of the origins that the question names; empty where it names none. */
  named: ReadonlySet<string>
  /** Documents whose leads have been taken. */
  followed: Set<string>
}

/** What all runs share. */
export interface Shelf {
  library: Library
  titles: NameDictionary
  origins: NameDictionary
}

/** Takes the question apart and puts the first queries in line. */
export function startRun(task: ResearchTask, { library, origins }: Shelf): Run {
  const question = analyseQuestion(task.query)
  const weights = weighTerms(question.terms, library)
  const frontier = new Frontier()
  frontier.add(openingQueries(question, origins))
  const named = new Set([...origins.namedIn(question.text).values()].flat())
  const goal = { weights, bigrams: question.bigrams, fits: answerFit(question) }
  return { question, weights, goal, frontier, ledger: new Ledger(), support: 0, named, followed: new Set() }
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
  const asked = new Map(query.terms.flatMap((term) => (weights.has(term) ? [[term, weights.get(term) ?? 0]] : [])))
  return query.weight * (RANK * finding.score + COVERAGE * coverage(covers, asked))
}

/** Reads what a query found and writes it into the ledger; gives the candidate as it now stands. */
export function readFinding(run: Run, shelf: Shelf, query: Query, finding: Finding, iteration: number): Candidate {
  const known = run.ledger.get(finding.documentId)
  const document = known?.document ?? shelf.library.document(finding.documentId)
  const { evidence, covers } = readDocument(document, finding.passages, run.goal, iteration)
  const supports = finding.passages.map(({ start, end }) =>
    support(document.text.slice(start, end), document.title, run.weights),
  )
  run.support = Math.max(run.support, ...supports)
  if (!known) {
    const candidate: Candidate = { document, score: strength(run, query, finding, covers), covers, evidence, iteration }
    if (query.from !== undefined) candidate.from = query.from
    run.ledger.add(candidate)
    return candidate
  }
  const starts = new Set(known.evidence.map(({ start }) => start))
  known.evidence.push(...evidence.filter(({ start }) => !starts.has(start)))
  for (const term of covers) known.covers.add(term)
  known.score = Math.max(known.score, strength(run, query, finding, known.covers))
  return known
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
