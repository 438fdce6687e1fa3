import { contentIn, type KnownTerm } from '#language/terms.ts'
import type { Block, SourceDocument } from '../types.ts'
import type { Evidence } from './ledger.ts'

/** A sentence that was read. The set of its terms is made when it is asked for: of most sentences nobody does. */
export class ReadEvidence implements Evidence {
  readonly document: SourceDocument
  readonly start: number
  readonly end: number
  readonly quote: string
  readonly block: Block | undefined
  readonly covers: ReadonlySet<string>
  score: number
  worth: number
  readonly #all: readonly KnownTerm[]
  #terms: ReadonlySet<string> | undefined

  constructor(sentence: Omit<Evidence, 'terms'>, terms: readonly KnownTerm[]) {
    this.document = sentence.document
    this.start = sentence.start
    this.end = sentence.end
    this.quote = sentence.quote
    this.block = sentence.block
    this.covers = sentence.covers
    this.score = sentence.score
    this.worth = sentence.worth
    this.#all = terms
  }

  get terms(): ReadonlySet<string> {
    this.#terms ??= contentIn(this.#all)
    return this.#terms
  }
}
