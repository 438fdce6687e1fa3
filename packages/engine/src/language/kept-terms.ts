import { KeptOfTexts } from './kept-of-texts.ts'
import type { Language } from './language.ts'
import { type PlacedTerms, placedTerms } from './placed-terms.ts'
import type { Span } from './sentences.ts'
import type { KnownTerm } from './terms.ts'
import { UNSPACED } from './words.ts'

/** A text of which parts are read. A string is one. */
export interface PartialText {
  slice(start: number, end: number): string
}

/** Terms that are kept between questions, at 12 bytes each: those of some 4 million characters. */
const MOST = 700_000
/** A pair of characters is made anew at each of its places, and takes so many times as much as a word that is known. */
const OF_A_PAIR = 8
/** Two characters of two UTF-16 units each. */
const LONGEST_PAIR = 4

/** Keeps the terms of parts of texts between questions, of those that were met last. It keeps no text in memory; of a string, nothing is kept. */
export class KeptTerms {
  readonly #kept: KeptOfTexts<PlacedTerms>

  constructor(most = MOST) {
    this.#kept = new KeptOfTexts(most, weightOf)
  }

  /** The terms between two places of a text. */
  of(text: PartialText | string, language: Language, { start, end }: Span): PlacedTerms {
    return this.#kept.get(text, `${language} ${start} ${end}`, () =>
      placedTerms(text.slice(start, end), language, start),
    )
  }
}

function weightOf({ terms }: PlacedTerms): number {
  return terms.reduce((sum, term) => sum + (isPair(term) ? OF_A_PAIR : 1), 1)
}

function isPair({ raw }: KnownTerm): boolean {
  return raw.length <= LONGEST_PAIR && UNSPACED.test(raw)
}
