import { Frontier } from '#evidence/frontier.ts'
import { openingQueries, PART_WEIGHT } from '#evidence/queries.ts'
import type { Collection } from '#evidence/run.ts'
import { safeQuery } from '#guard/safe-query.ts'
import type { Language } from '#language/language.ts'
import type { Reader } from '#language/reader.ts'
import { contentTerms } from '#language/terms.ts'
import { type Question, understand } from '#question/question.ts'
import type { Query } from '../types.ts'
import { Finds } from './finds.ts'
import type { Paragraph } from './paragraphs.ts'
import type { ToldState } from './prompts/note.ts'

/** What was found out about a sub-question. `open`: nobody has looked yet. */
export type State = 'open' | ToldState

/** A sub-question as a model plans it. */
export interface PlannedQuestion {
  text: string
  /** What would answer it; '' where that was not said. */
  answeredBy: string
  /** What to search for. */
  queries: readonly string[]
}

/** A paragraph that matters, and what it shows in the words of the model; '' where it said nothing. */
export interface Note {
  paragraph: Paragraph
  shows: string
  sub: SubQuestion
}

/** Looks at a sub-question: what two do not find, a third one rarely does. */
export const MOST_VISITS = 2

/** A part of the question that is looked into by itself. */
export class SubQuestion {
  readonly text: string
  readonly answeredBy: string
  readonly question: Question
  readonly frontier = new Frontier()
  /** What was found for it and not shown yet. */
  readonly finds = new Finds()
  readonly notes: Note[] = []
  state: State = 'open'
  visits = 0

  /** `readerOf` is what reads documents for it. */
  constructor(
    { text, answeredBy, queries }: PlannedQuestion,
    collection: Collection,
    readerOf: (language: Language) => Reader,
  ) {
    this.text = text
    this.answeredBy = answeredBy
    this.question = understand(text, collection, readerOf)
    this.search(queries)
    this.frontier.add(openingQueries(this.question).flatMap(asQuery))
  }

  /** Puts queries in line. */
  search(texts: readonly string[]): void {
    const ask = (text: string) => ({ text, terms: [...contentTerms(text, this.question.language)] })
    this.frontier.add(texts.map((text) => ({ ...ask(text), purpose: 'part', weight: PART_WEIGHT })))
  }

  /** Whether looking again may bring something. */
  get isUnsettled(): boolean {
    return this.state === 'open' || this.state === 'thin' || this.state === 'not_found'
  }

  /** Notes a paragraph once. */
  note(paragraph: Paragraph, shows: string): void {
    if (!this.notes.some((other) => other.paragraph === paragraph)) this.notes.push({ paragraph, shows, sub: this })
  }
}

/** A search provider is sent a query and no more, however long the sub-question is; nothing of what is no query. */
function asQuery(query: Query): Query[] {
  if (query.purpose !== 'question') return [query]
  const text = safeQuery(query.text)
  return text === undefined ? [] : [{ ...query, purpose: 'part', weight: PART_WEIGHT * query.weight, text }]
}
