import type { Span } from '#language/span.ts'
import type { Block, PassageHit, SourceDocument } from '../types.ts'

/** Words of a document in their place. */
export interface Quotation extends Span {
  document: SourceDocument
  /** `document.text.slice(start, end)`. */
  quote: string
  /** The block that they stand in. */
  block?: Block | undefined
}

/** A sentence of a document that bears on the question. */
export interface Evidence extends Quotation {
  /** Terms of the question that the sentence holds. */
  covers: ReadonlySet<string>
  /** All its terms that carry meaning. */
  terms: ReadonlySet<string>
  /** Log-odds that the answer should begin with it: comparable with those of a sentence of any document. */
  score: number
  /** Log-odds that it holds what the answer needs: comparable with those of a sentence of the same document. */
  worth: number
}

/** A sentence of which the set of its terms is made when it is asked for: of most sentences nobody does. */
export function evidenceOf(sentence: Omit<Evidence, 'terms'>, make: () => ReadonlySet<string>): Evidence {
  let terms: ReadonlySet<string> | undefined
  return {
    ...sentence,
    get terms() {
      terms ??= make()
      return terms
    },
  }
}

/** A space between two sentences, or the two line breaks between paragraphs. */
const GAP = 2

/** Whether a stretch of a text follows another with nothing but white space between them. */
export function follows(before: { end: number }, after: { start: number }): boolean {
  return after.start >= before.end && after.start - before.end <= GAP
}

/** Whether one quotation begins in another of the same document. */
export function beginsWithin({ document, start }: Quotation, other: Quotation): boolean {
  return document.id === other.document.id && other.start <= start && start < other.end
}

/** UTF-16 code units that quotations have together. */
export function lengthOf(quotations: readonly Pick<Quotation, 'quote'>[]): number {
  return quotations.reduce((sum, { quote }) => sum + quote.length, 0)
}

/** How a document was found: for each kind of query the best of what its findings were worth, 0 for none. */
export interface Signals {
  /** Rank score for the whole question: 0 to 1. */
  question: number
  /** The same for a part of it. */
  part: number
  /** The same for a part of it, among the documents of whom or when it names. */
  origin: number
  /** The same for an expansion, times the strength of the document that it was made from. */
  expansion: number
  /** The strength of the strongest document that names it by its title. */
  link: number
  /** How much of the question the best passage speaks of. */
  support: number
  /** Share of what the document that led here lacked. */
  residual: number
  /** The best place of a passage of it among those that are nearest in meaning: one over it; 0 for none. */
  near: number
}

/** A document that was found, and how strongly. */
export interface Candidate {
  document: SourceDocument
  signals: Signals
  /** Best over the queries that found it; about 1 for the best document of the whole question. */
  score: number
  /** Terms of the question in its title and in what was read of it. */
  covers: Set<string>
  evidence: Evidence[]
  /** The parts of its text that were read. */
  read: readonly Span[]
  /** Its passages that were found for the question or a part of it; the score of the best of a search is 1. */
  hits: readonly PassageHit[]
  /** The document that led to it. */
  from?: string
  iteration: number
}

/** So many of the best candidates count as what is known, and are expanded: few questions need more documents. */
export const STRONGEST = 6

/** Everything found so far: candidates are added and strengthened, never taken away. */
export class Ledger {
  readonly #candidates = new Map<string, Candidate>()

  get(id: string): Candidate | undefined {
    return this.#candidates.get(id)
  }

  add(candidate: Candidate): void {
    this.#candidates.set(candidate.document.id, candidate)
  }

  /** As it stands: what is read later changes nothing in it. */
  copy(): Ledger {
    const copied = new Ledger()
    for (const candidate of this.#candidates.values()) copied.add({ ...candidate })
    return copied
  }

  /** The candidates, strongest first. */
  ranked(): Candidate[] {
    return [...this.#candidates.values()].sort((a, b) => b.score - a.score || (a.document.id < b.document.id ? -1 : 1))
  }

  get size(): number {
    return this.#candidates.size
  }
}
