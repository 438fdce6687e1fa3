import type { Language } from './language.ts'
import type { Span } from './sentences.ts'
import { type KnownTerm, type Term, terms, visitTerms } from './terms.ts'

/** A text of which parts are read. A string is one. */
interface PartialText {
  slice(start: number, end: number): string
}

/** Finds terms that are no words. */
type OtherTerms = (text: string) => readonly Term[]

const NONE: readonly Term[] = []

/** Terms, and where each of them begins. What is known of a word is there once for all texts, so that they take little memory. */
interface PlacedTerms {
  terms: readonly KnownTerm[]
  starts: readonly number[]
}

interface Part extends Span, PlacedTerms {}

/** The terms of parts of one text: what was taken apart once is not taken apart again for a part of it. */
export class TermsOfText {
  readonly #text: PartialText
  readonly #language: Language
  readonly #tell: (units: number) => void
  readonly #others: OtherTerms
  readonly #parts: Part[] = []

  /** `tell` is told how many UTF-16 units of the text are taken apart, each time that some are. */
  constructor(
    text: PartialText,
    language: Language,
    tell: (units: number) => void = () => {},
    others: OtherTerms = () => NONE,
  ) {
    this.#text = text
    this.#language = language
    this.#tell = tell
    this.#others = others
  }

  /** The terms that stand whole between two places of the text, in order. */
  between(start: number, end: number): readonly KnownTerm[] {
    const held = this.#parts.find((part) => part.start <= start && end <= part.end) ?? this.#takeApart(start, end)
    const { terms: all, starts } = held
    if (held.start === start && held.end === end) return all
    const from = firstFrom(starts, start)
    let to = from
    while (to < all.length && (starts[to] ?? 0) + (all[to]?.raw.length ?? 0) <= end) to += 1
    return all.slice(from, to)
  }

  #takeApart(start: number, end: number): Part {
    const text = this.#text.slice(start, end)
    const others = this.#others(text)
    const own = placedTerms(text, this.#language, start)
    const part = { start, end, ...(others.length > 0 ? withOthers(own, others, start) : own) }
    this.#parts.push(part)
    this.#tell(end - start)
    return part
  }
}

/** The terms of a text that begins at a place of another one; their places are those of that. */
function placedTerms(text: string, language: Language, from: number): PlacedTerms {
  const found: KnownTerm[] = []
  const starts: number[] = []
  visitTerms(text, language, (term, start) => {
    found.push(term)
    starts.push(from + start)
  })
  return { terms: found, starts }
}

function withOthers({ terms, starts }: PlacedTerms, others: readonly Term[], from: number): PlacedTerms {
  const own = terms.map((term, at) => ({ term, start: starts[at] ?? 0 }))
  const added = others.map((term) => ({ term, start: from + term.start }))
  const all = [...own, ...added].sort((a, b) => a.start - b.start)
  return { terms: all.map(({ term }) => term), starts: all.map(({ start }) => start) }
}

/** The index of the first of ascending places that is not before one. */
function firstFrom(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Takes texts apart, each once, and remembers them up to a bound. */
export interface Reader {
  /** The terms of a short text. */
  terms: (text: string) => readonly Term[]
  /** The terms of parts of a document. */
  termsOf: (document: { text: PartialText }) => TermsOfText
}

/** UTF-16 units that are remembered: what a run reads, in about 5 MB. */
const REMEMBERED = 1_000_000
/** The terms of short texts are remembered with their places, in several times the memory. */
const PLACED = 5

/** Gives a reader for each language, always the same one. */
export function createReaders(): (language: Language) => Reader {
  const made = new Map<Language, Reader>()
  return (language) => {
    const reader = made.get(language) ?? createReader(language)
    made.set(language, reader)
    return reader
  }
}

/** Reads texts by the rules of one language; `others` finds terms that are no words. Default: none. */
export function createReader(language: Language, others: OtherTerms = () => NONE): Reader {
  const documents = new Map<PartialText, TermsOfText>()
  const texts = new Map<string, readonly Term[]>()
  let room = REMEMBERED
  const tell = (units: number) => {
    room -= units
  }
  const makeRoom = () => {
    if (room > 0) return
    documents.clear()
    texts.clear()
    room = REMEMBERED
  }
  return {
    termsOf({ text }) {
      const known = documents.get(text)
      if (known) return known
      makeRoom()
      const made = new TermsOfText(text, language, tell, others)
      documents.set(text, made)
      return made
    },
    terms(text) {
      const known = texts.get(text)
      if (known) return known
      makeRoom()
      const added = others(text)
      const own = terms(text, language)
      const made = added.length > 0 ? [...own, ...added].sort((a, b) => a.start - b.start) : own
      texts.set(text, made)
      tell(PLACED * text.length)
      return made
    },
  }
}
