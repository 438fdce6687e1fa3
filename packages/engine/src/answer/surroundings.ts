import type { Evidence } from '#evidence/ledger.ts'
import { type Span, sentences } from '#language/sentences.ts'
import type { Term } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'

const LONGEST = 700

/** What it takes to look around in sources. */
export interface SurroundingsRules {
  /** What was read: such sentences are given as they were. */
  read: readonly Evidence[]
  weights: ReadonlyMap<string, number>
  terms: (text: string) => readonly Term[]
  /** Keeps sentences away that are no evidence. Default: all are. */
  screen?: ((document: SourceDocument, evidence: Evidence[]) => Evidence[]) | undefined
}

/** The sentences around one, in its source, whether they were read or not. */
export class Surroundings {
  readonly #rules: SurroundingsRules

  constructor(rules: SurroundingsRules) {
    this.#rules = rules
  }

  /** What follows a sentence, in its order, within so many UTF-16 code units. */
  after({ document, end }: Evidence, within: number): Evidence[] {
    const to = Math.min(document.text.length, end + within)
    const found = sentences(document.text.slice(end, to))
    // The last one may be cut in two by the bound.
    return this.#asEvidence(document, to < document.text.length ? found.slice(0, -1) : found, end)
  }

  /** What comes before a sentence, the nearest first, within so many UTF-16 code units. */
  before({ document, start }: Evidence, within: number): Evidence[] {
    const from = Math.max(0, start - within)
    const found = sentences(document.text.slice(from, start))
    return this.#asEvidence(document, from > 0 ? found.slice(1) : found, from).reverse()
  }

  #asEvidence(document: SourceDocument, spans: readonly Span[], offset: number): Evidence[] {
    const { read, screen } = this.#rules
    const known = new Map(read.filter((item) => item.document.id === document.id).map((item) => [item.start, item]))
    const found = spans
      .map(({ start, end }) => ({ start: offset + start, end: offset + end }))
      .filter(({ start, end }) => end - start <= LONGEST)
      .map(({ start, end }) => known.get(start) ?? this.#evidence(document, start, end))
    return screen ? screen(document, found) : found
  }

  #evidence(document: SourceDocument, start: number, end: number): Evidence {
    const quote = document.text.slice(start, end)
    const terms = new Set(this.#rules.terms(quote).flatMap(({ term, stop }) => (stop ? [] : [term])))
    const covers = new Set([...terms].filter((term) => this.#rules.weights.has(term)))
    return { document, start, end, quote, covers, terms, worth: Number.NEGATIVE_INFINITY }
  }
}
