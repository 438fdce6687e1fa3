import type { Language } from './language.ts'
import { firstFrom, type PlacedTerms, placedTerms } from './placed-terms.ts'
import { RecentCache } from './recent-cache.ts'
import type { Span } from './span.ts'
import { type KnownTerm, LONGEST_WORD, type Term, terms } from './terms.ts'

/** A text of which parts are read. A string is one. */
interface PartialText {
  slice(start: number, end: number): string
}

/** Gives what terms are read as: themselves, or others that they stand for. */
type ReadAs = <Found extends KnownTerm>(terms: readonly Found[]) => readonly Found[]

const AS_WRITTEN: ReadAs = (terms) => terms

/** The terms of parts of one text: what was taken apart once is not taken apart again for a part of it. */
export class TermsOfText {
  readonly #text: PartialText
  readonly #language: Language
  readonly #readAs: ReadAs
  readonly #parts: (Span & PlacedTerms)[] = []

  constructor(text: PartialText, language: Language, readAs: ReadAs = AS_WRITTEN) {
    this.#text = text
    this.#language = language
    this.#readAs = readAs
  }

  /** The terms that stand whole between two places of the text, in order. */
  between(start: number, end: number): readonly KnownTerm[] {
    const held = this.#parts.find((part) => part.start <= start && end <= part.end) ?? this.#takeApart(start, end)
    if (held.start === start && held.end === end) return held.terms
    return held.terms.slice(firstFrom(held.starts, start), behind(held, end))
  }

  #takeApart(start: number, end: number): Span & PlacedTerms {
    const { terms, starts } = placedTerms(this.#text.slice(start, end), this.#language, start)
    const part = { start, end, terms: this.#readAs(terms), starts }
    this.#parts.push(part)
    return part
  }
}

/** The index of the first term that ends behind a place. A compound does, of which the first parts do not. */
function behind({ terms, starts }: PlacedTerms, place: number): number {
  let to = firstFrom(starts, place)
  for (let at = to - 1; at >= 0; at -= 1) {
    const start = starts[at] ?? 0
    if (start + (terms[at]?.raw.length ?? 0) > place) to = at
    else if (start < place - LONGEST_WORD) break
  }
  return to
}

/** Takes texts apart, each once, and remembers them: it lives as long as a question is answered. */
export interface Reader {
  /** The terms of a short text. */
  terms: (text: string) => readonly Term[]
  /** The terms of parts of a document. */
  termsOf: (document: { text: PartialText }) => TermsOfText
}

/** Documents, and short texts, whose terms a reader remembers. */
const DOCUMENTS = 60
const TEXTS = 1_000
/** The terms of documents as they are written, from one question to the next: each as long as its document is kept. */
const asWritten = new Map<Language, WeakMap<object, TermsOfText>>()

/** Gives a reader for each language, always the same one. */
export function createReaders(): (language: Language) => Reader {
  const made = new Map<Language, Reader>()
  return (language) => {
    const reader = made.get(language) ?? createReader(language)
    made.set(language, reader)
    return reader
  }
}

/** Undefined where every term is read as itself. */
function readingAs(meant: ReadonlyMap<string, string>): ReadAs {
  if (meant.size === 0) return AS_WRITTEN
  return (terms) => terms.map((each) => (meant.has(each.term) ? { ...each, term: meant.get(each.term) ?? '' } : each))
}

/** Reads texts by the rules of one language. `meant`: terms that are read as another one. Default: none. */
export function createReader(language: Language, meant: ReadonlyMap<string, string> = new Map()): Reader {
  const readAs = readingAs(meant)
  if (!asWritten.has(language)) asWritten.set(language, new WeakMap())
  const documents = new RecentCache<TermsOfText, PartialText>(DOCUMENTS)
  const texts = new RecentCache<readonly Term[]>(TEXTS)
  return {
    termsOf({ text }) {
      const known = typeof text === 'object' && readAs === AS_WRITTEN ? asWritten.get(language) : undefined
      const made = known?.get(text) ?? documents.get(text, () => new TermsOfText(text, language, readAs))
      known?.set(text, made)
      return made
    },
    terms: (text) => texts.get(text, () => readAs(terms(text, language))),
  }
}
