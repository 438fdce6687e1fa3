import type { Language } from './language.ts'
import { firstFrom, type PlacedTerms, placedTerms } from './placed-terms.ts'
import { isSpace, type Span } from './sentences.ts'
import type { KnownTerm } from './terms.ts'
import { UNSPACED } from './words.ts'

/** A text of which parts are read. A string is one. */
export interface PartialText {
  slice(start: number, end: number): string
}

interface Part extends Span, PlacedTerms {}

/** What is kept of a text: parts in order, of which no two overlap. */
interface KeptText {
  parts: Part[]
  weight: number
}

/** Terms that are kept between questions, at 12 bytes each: those of some 4 million characters. */
const MOST = 700_000
/** A pair of characters is made anew at each of its places, and takes so many times as much as a word that is known. */
const OF_A_PAIR = 8
/** Two characters of two UTF-16 units each. */
const LONGEST_PAIR = 4

type Texts = WeakMap<object, Map<Language, KeptText>>

/**
 * Keeps the terms of parts of texts between questions, of those texts that were met last: of a part, only what is not
 * known yet is taken apart. It keeps no text in memory; of a string, nothing is kept.
 */
export class KeptTerms {
  readonly #half: number
  #recent: Texts = new WeakMap()
  /** Texts that were not met since the recent ones came; they go when there are too many of those. */
  #former: Texts = new WeakMap()
  #weight = 0

  constructor(most = MOST) {
    this.#half = most / 2
  }

  /** The terms between two places of a text. */
  of(text: PartialText | string, language: Language, { start, end }: Span): PlacedTerms {
    if (typeof text === 'string') return placedTerms(text.slice(start, end), language, start)
    const known = this.#known(text, language)
    const whole = known.parts.find((part) => part.start === start && part.end === end)
    if (whole !== undefined) return whole
    // Half a word has other terms than the whole one.
    if (!isBetweenWords(text, start) || !isBetweenWords(text, end))
      return placedTerms(text.slice(start, end), language, start)
    const pieces: Part[] = []
    const made: Part[] = []
    let at = start
    const make = (to: number) => {
      if (to <= at) return
      made.push({ start: at, end: to, ...placedTerms(text.slice(at, to), language, at) })
      pieces.push(made.at(-1) as Part)
    }
    for (const part of known.parts) {
      if (part.end <= at) continue
      if (part.start >= end) break
      make(part.start)
      pieces.push(cut(part, { start, end }))
      at = part.end
    }
    make(end)
    if (made.length > 0) this.#add(text, language, made)
    return joined(pieces)
  }

  /** What is kept of a text; it is a recent one from now on. */
  #known(text: object, language: Language): KeptText {
    const recent = this.#recent.get(text)?.get(language)
    if (recent !== undefined) return recent
    const known = this.#former.get(text)?.get(language) ?? { parts: [], weight: 0 }
    if (known.weight === 0 || known.weight > this.#half) return { parts: [], weight: 0 }
    this.#keep(text, language, known)
    return known
  }

  #add(text: object, language: Language, made: readonly Part[]): void {
    const weight = made.reduce((sum, part) => sum + weightOf(part), 0)
    if (weight > this.#half) return
    if (this.#weight + weight > this.#half) this.#age()
    const known = this.#recent.get(text)?.get(language)
    if (known === undefined) this.#keep(text, language, { parts: [...made], weight })
    else {
      known.parts = withoutSeams([...known.parts, ...made].sort((a, b) => a.start - b.start))
      known.weight += weight
      this.#weight += weight
    }
  }

  #keep(text: object, language: Language, kept: KeptText): void {
    if (this.#weight + kept.weight > this.#half) this.#age()
    this.#weight += kept.weight
    const ofText = this.#recent.get(text) ?? new Map<Language, KeptText>()
    this.#recent.set(text, ofText.set(language, kept))
  }

  #age(): void {
    this.#former = this.#recent
    this.#recent = new WeakMap()
    this.#weight = 0
  }
}

function weightOf({ terms }: PlacedTerms): number {
  return terms.reduce((sum, term) => sum + (isPair(term) ? OF_A_PAIR : 1), 1)
}

function isPair({ raw }: KnownTerm): boolean {
  return raw.length <= LONGEST_PAIR && UNSPACED.test(raw)
}

function isBetweenWords(text: PartialText, place: number): boolean {
  if (place === 0) return true
  const after = text.slice(place, place + 1)
  return after === '' || isSpace(after, 0) || isSpace(text.slice(place - 1, place), 0)
}

/** What of a part stands between two places, of which none is in a word. */
function cut(part: Part, { start, end }: Span): Part {
  if (start <= part.start && part.end <= end) return part
  const from = firstFrom(part.starts, start)
  const to = firstFrom(part.starts, end)
  const [first, last] = [Math.max(start, part.start), Math.min(end, part.end)]
  return { start: first, end: last, terms: part.terms.slice(from, to), starts: part.starts.slice(from, to) }
}

/** Parts of which one ends where the next begins are one: many small ones take more memory. */
function withoutSeams(parts: readonly Part[]): Part[] {
  const runs: Part[][] = []
  for (const part of parts) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)?.end === part.start) run.push(part)
    else runs.push([part])
  }
  return runs.map((run) => {
    const [first, last] = [run[0] as Part, run.at(-1) as Part]
    return first === last ? first : { start: first.start, end: last.end, ...joined(run) }
  })
}

function joined(parts: readonly Part[]): PlacedTerms {
  const [only] = parts
  if (only && parts.length === 1) return { terms: only.terms, starts: only.starts }
  const starts = new Uint32Array(parts.reduce((sum, part) => sum + part.starts.length, 0))
  let at = 0
  for (const part of parts) {
    starts.set(part.starts, at)
    at += part.starts.length
  }
  return { terms: parts.flatMap(({ terms }) => terms), starts }
}
