import type { KeptTerms, PartialText } from './kept-terms.ts'
import type { Language } from './language.ts'
import { firstFrom, type PlacedTerms, placedTerms } from './placed-terms.ts'
import type { Span } from './sentences.ts'
import { type KnownTerm, LONGEST_WORD, type Term, terms } from './terms.ts'

/** Finds terms that are no words. */
type OtherTerms = (text: string) => readonly Term[]

const NONE: readonly Term[] = []

/** Gives what terms are read as: themselves, or others that they stand for. */
type ReadAs = <Found extends KnownTerm>(terms: readonly Found[]) => readonly Found[]

interface Part extends Span, PlacedTerms {
  /** The indexes of its terms that were last looked for, and what these were. */
  wanted?: { terms: WantedTerms; count: number; at: Uint32Array }
}

/** Terms that are looked for. */
type WantedTerms = Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>

/** How the parts of a text are taken apart. */
interface TakingApart {
  /** Told how many UTF-16 units of the text are taken apart, each time that some are. */
  tell?: ((units: number) => void) | undefined
  /** Default: none. */
  others?: OtherTerms | undefined
  /** Default: each as itself. */
  readAs?: ReadAs | undefined
  /** Default: nothing is kept. */
  kept?: KeptTerms | undefined
}

/** The terms of parts of one text: what was taken apart once is not taken apart again for a part of it. */
export class TermsOfText {
  readonly #text: PartialText
  readonly #language: Language
  readonly #how: TakingApart
  readonly #parts: Part[] = []

  constructor(text: PartialText, language: Language, how: TakingApart = {}) {
    this.#text = text
    this.#language = language
    this.#how = how
  }

  /** The terms that stand whole between two places of the text, in order. */
  between(start: number, end: number): readonly KnownTerm[] {
    const held = this.#held(start, end)
    if (held.start === start && held.end === end) return held.terms
    return held.terms.slice(firstFrom(held.starts, start), behind(held, end))
  }

  /** Those of the terms between two places that are among some; of a part that is looked at again and again, these are found once. */
  wantedBetween(start: number, end: number, wanted: WantedTerms): readonly KnownTerm[] {
    const held = this.#held(start, end)
    const to = held.end === end ? held.terms.length : behind(held, end)
    const places = wantedIn(held, wanted)
    const found: KnownTerm[] = []
    for (let i = firstFrom(places, firstFrom(held.starts, start)); i < places.length; i += 1) {
      const at = places[i] as number
      if (at >= to) break
      found.push(held.terms[at] as KnownTerm)
    }
    return found
  }

  #held(start: number, end: number): Part {
    return this.#parts.find((part) => part.start <= start && end <= part.end) ?? this.#takeApart(start, end)
  }

  #takeApart(start: number, end: number): Part {
    const { others, readAs, tell } = this.#how
    const plain = this.#placed(start, end)
    const own = readAs ? { terms: readAs(plain.terms), starts: plain.starts } : plain
    const added = others?.(this.#text.slice(start, end)) ?? NONE
    const part = { start, end, ...(added.length > 0 ? withOthers(own, added, start) : own) }
    this.#parts.push(part)
    tell?.(end - start)
    return part
  }

  #placed(start: number, end: number): PlacedTerms {
    const { kept } = this.#how
    return (
      kept?.of(this.#text, this.#language, { start, end }) ??
      placedTerms(this.#text.slice(start, end), this.#language, start)
    )
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

function wantedIn(part: Part, wanted: WantedTerms): Uint32Array {
  if (part.wanted?.terms === wanted && part.wanted.count === wanted.size) return part.wanted.at
  const found: number[] = []
  for (let i = 0; i < part.terms.length; i += 1) if (wanted.has(part.terms[i]?.term ?? '')) found.push(i)
  const at = Uint32Array.from(found)
  part.wanted = { terms: wanted, count: wanted.size, at }
  return at
}

function withOthers({ terms, starts }: PlacedTerms, others: readonly Term[], from: number): PlacedTerms {
  const own = terms.map((term, at) => ({ term, start: starts[at] ?? 0 }))
  const added = others.map((term) => ({ term, start: from + term.start }))
  const all = [...own, ...added].sort((a, b) => a.start - b.start)
  return { terms: all.map(({ term }) => term), starts: Uint32Array.from(all, ({ start }) => start) }
}

/** Takes texts apart, each once, and remembers them up to a bound. */
export interface Reader {
  /** The terms of a short text. */
  terms: (text: string) => readonly Term[]
  /** The terms of parts of a document. */
  termsOf: (document: { text: PartialText }) => TermsOfText
}

/** UTF-16 units that are remembered: what a run reads of a question, in about 2 MB. */
const REMEMBERED = 400_000
/** The terms of short texts are remembered with their places, in several times the memory. */
const PLACED = 5

/** Gives a reader for each language, always the same one. `kept`: what they find and keep; by default each forgets all. */
export function createReaders(kept?: KeptTerms): (language: Language) => Reader {
  const made = new Map<Language, Reader>()
  return (language) => {
    const reader = made.get(language) ?? createReader(language, { kept })
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
  /** Default: nothing is kept. */
  kept?: KeptTerms | undefined
}

/** Beginnings of terms that are told apart. */
const BEGINNINGS = 128

/** Undefined where every term is read as itself. */
function readingAs(meant: ReadonlyMap<string, string> = new Map()): ReadAs | undefined {
  if (meant.size === 0) return undefined
  // Nearly all terms begin as none of them does, which is seen at a glance.
  const begins = new Uint8Array(BEGINNINGS)
  for (const term of meant.keys()) begins[term.charCodeAt(0) % BEGINNINGS] = 1
  return (terms) => {
    let read: (typeof terms)[number][] | undefined
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] as (typeof terms)[number]
      if (begins[term.term.charCodeAt(0) % BEGINNINGS] !== 1) continue
      const other = meant.get(term.term)
      if (other === undefined) continue
      read ??= terms.slice()
      read[at] = { ...term, term: other }
    }
    return read ?? terms
  }
}

/** Reads texts by the rules of one language. */
export function createReader(language: Language, { others = () => NONE, meant, kept }: ReaderOptions = {}): Reader {
  const readAs = readingAs(meant)
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
      const made = new TermsOfText(text, language, { tell, others, readAs, kept })
      documents.set(text, made)
      return made
    },
    terms(text) {
      const known = texts.get(text)
      if (known) return known
      makeRoom()
      const added = others(text)
      const read = terms(text, language)
      const own = readAs ? readAs(read) : read
      const made = added.length > 0 ? [...own, ...added].sort((a, b) => a.start - b.start) : own
      texts.set(text, made)
      tell(PLACED * text.length)
      return made
    },
  }
}
