import type { Language } from './language.ts'
import type { Span } from './sentences.ts'
import { type Term, terms } from './terms.ts'

/** A text of which parts are read. A string is one. */
interface PartialText {
  slice(start: number, end: number): string
}

/** Finds terms that are no words. */
type OtherTerms = (text: string) => readonly Term[]

const NONE: readonly Term[] = []
const NO_OTHERS: ReadonlyMap<string, string> = new Map()

interface Part extends Span {
  terms: readonly Term[]
}

/** The terms of parts of one text: what was taken apart once is not taken apart again for a part of it. */
export class TermsOfText {
  readonly #text: PartialText
  readonly #language: Language
  readonly #tell: (units: number) => void
  readonly #others: OtherTerms
  readonly #meant: ReadonlyMap<string, string>
  readonly #parts: Part[] = []

  /** `tell` is told how many UTF-16 units of the text are taken apart, each time that some are. */
  constructor(
    text: PartialText,
    language: Language,
    tell: (units: number) => void = () => {},
    others: OtherTerms = () => NONE,
    meant: ReadonlyMap<string, string> = NO_OTHERS,
  ) {
    this.#text = text
    this.#language = language
    this.#tell = tell
    this.#others = others
    this.#meant = meant
  }

  /** The terms that stand whole between two places of the text; their offsets are the text's. */
  between(start: number, end: number): readonly Term[] {
    const held = this.#parts.find((part) => part.start <= start && end <= part.end) ?? this.#takeApart(start, end)
    const { terms: all } = held
    if (held.start === start && held.end === end) return all
    const from = firstAfter(all, start)
    let to = from
    while (to < all.length && (all[to]?.end ?? 0) <= end) to += 1
    return all.slice(from, to)
  }

  #takeApart(start: number, end: number): Part {
    const text = this.#text.slice(start, end)
    const others = this.#others(text)
    const own = terms(text, this.#language)
    const found = others.length > 0 ? [...own, ...others].sort((a, b) => a.start - b.start) : own
    for (const term of found) {
      term.start += start
      term.end += start
    }
    if (this.#meant.size > 0) for (const term of found) term.term = this.#meant.get(term.term) ?? term.term
    const part = { start, end, terms: found }
    this.#parts.push(part)
    this.#tell(end - start)
    return part
  }
}

/** The index of the first term that does not begin before a place. */
function firstAfter(all: readonly Term[], place: number): number {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((all[middle]?.start ?? 0) < place) low = middle + 1
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

/** UTF-16 units that are remembered: what a run reads, in about 50 MB. */
const REMEMBERED = 1_000_000

/** Gives a reader for each language, always the same one. */
export function createReaders(): (language: Language) => Reader {
  const made = new Map<Language, Reader>()
  return (language) => {
    const reader = made.get(language) ?? createReader(language)
    made.set(language, reader)
    return reader
  }
}

/** How a reader takes texts apart. */
export interface ReaderOptions {
  /** Finds terms that are no words. Default: none. */
  others?: OtherTerms | undefined
  /** Terms that are read as another one. Default: none. */
  meant?: ReadonlyMap<string, string> | undefined
}

/** Reads texts by the rules of one language. */
export function createReader(language: Language, { others, meant }: ReaderOptions = {}): Reader {
  const known = new Map<PartialText, TermsOfText>()
  let room = REMEMBERED
  const termsOf = ({ text }: { text: PartialText }) => {
    const before = known.get(text)
    if (before) return before
    if (room <= 0) {
      known.clear()
      room = REMEMBERED
    }
    const tell = (units: number) => {
      room -= units
    }
    const made = new TermsOfText(text, language, tell, others, meant)
    known.set(text, made)
    return made
  }
  return { termsOf, terms: (text) => termsOf({ text }).between(0, text.length) }
}
