import { Frontier } from '#evidence/frontier.ts'
import { type Evidence, Ledger } from '#evidence/ledger.ts'
import { openingQueries, PART_WEIGHT } from '#evidence/queries.ts'
import type { Collection, Run } from '#evidence/run.ts'
import { safeQuery } from '#guard/safe-query.ts'
import type { Language } from '#language/language.ts'
import type { Reader } from '#language/reader.ts'
import { contentTerms } from '#language/terms.ts'
import { understand } from '#question/question.ts'
import { isIntentTerm } from '#question/weights.ts'
import type { Query } from '../types.ts'
import { Subject } from './subject.ts'

/** A search provider is sent a query and no more, however long the sub-question is; nothing of what is no query. */
function asQuery(query: Query): Query[] {
  if (query.purpose !== 'question') return [query]
  const text = safeQuery(query.text)
  return text === undefined ? [] : [{ ...query, text }]
}

/** What was found out about a sub-question. `open`: nobody has looked yet. */
export type State = 'open' | 'answered' | 'thin' | 'contradicted' | 'not_found'

/** A sub-question as a model plans it. */
export interface PlannedQuestion {
  text: string
  /** What would answer it; '' where that was not said. */
  answeredBy: string
  /** What to search for. */
  queries: readonly string[]
}

/** A sentence that matters, in its place, and what it shows in a few words. */
export interface Note {
  evidence: Evidence
  shows: string
}

/** Looks at a sub-question: what two do not find, a third one rarely does. */
export const MOST_VISITS = 2

/** A part of the question that is looked into by itself. */
export class SubQuestion {
  readonly text: string
  readonly answeredBy: string
  /** What was found for it alone. */
  readonly run: Run
  readonly notes: Note[] = []
  /** Two sentences that contradict each other. */
  readonly contradictions: [Evidence, Evidence][] = []
  state: State = 'open'
  /** Whether a model told its state. */
  told = false
  visits = 0
  #subject: Subject | undefined

  constructor(text: string, answeredBy: string, run: Run) {
    this.text = text
    this.answeredBy = answeredBy
    this.run = run
  }

  /** A sub-question with a run of its own; `readerOf` is what reads documents for it. */
  static planned(
    { text, answeredBy, queries }: PlannedQuestion,
    collection: Collection,
    readerOf: (language: Language) => Reader,
  ): SubQuestion {
    const question = understand(text, collection, readerOf)
    const { heads } = collection
    const run = {
      question,
      heads,
      frontier: new Frontier(),
      ledger: new Ledger(),
      support: 0,
      expanded: new Set<string>(),
    }
    run.frontier.add(openingQueries(question).flatMap(asQuery))
    const sub = new SubQuestion(text, answeredBy, run)
    sub.search(queries)
    return sub
  }

  /** What it is about by itself. */
  get subject(): Subject {
    this.#subject ??= new Subject(this.run.question)
    return this.#subject
  }

  /** Puts queries in line. */
  search(texts: readonly string[]): void {
    const { frontier, question } = this.run
    const ask = (text: string) => ({ text, terms: [...contentTerms(text, question.language)] })
    frontier.add(texts.map((text) => ({ ...ask(text), purpose: 'part', weight: PART_WEIGHT })))
  }

  /** Whether looking again may bring something. */
  get isUnsettled(): boolean {
    return this.state === 'open' || this.state === 'thin' || this.state === 'not_found'
  }

  /** Notes a sentence once. */
  note(evidence: Evidence, shows: string): void {
    if (!this.notes.some((other) => isSamePlace(other.evidence, evidence))) this.notes.push({ evidence, shows })
  }

  /** Notes sentences that a model did not pick after the most telling one that it did: of what comes last little is written. */
  noteBesideFirst(evidence: readonly Evidence[]): void {
    const fresh = evidence.filter((one) => !this.notes.some((note) => isSamePlace(note.evidence, one)))
    this.notes.splice(1, 0, ...fresh.map((one) => ({ evidence: one, shows: '' })))
  }
}

export function isSamePlace(one: Evidence, other: Evidence): boolean {
  return one.document.id === other.document.id && one.start === other.start
}

/** Whether a sub-question has a word of its subject, and not only such as say what is to be done. */
export function asksSomething(text: string, language: Language): boolean {
  return [...contentTerms(text, language)].some((term) => !isIntentTerm(term))
}
