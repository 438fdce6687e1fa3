import type { Language } from './language.ts'
import { type Term, terms } from './terms.ts'

interface Part {
  start: number
  end: number
  terms: readonly Term[]
}

/** The terms of parts of one text: what was taken apart once is not taken apart again for a part of it. */
export class TermsOfText {
  /** UTF-16 units of the text that were taken apart. */
  size = 0
  readonly #text: string
  readonly #language: Language
  readonly #join: (all: Term[]) => Term[]
  readonly #parts: Part[] = []

  /** `join` makes one of terms that belong together. Default: none do. */
  constructor(text: string, language: Language, join = (all: Term[]) => all) {
    this.#text = text
    this.#language = language
    this.#join = join
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
    const found = this.#join(terms(this.#text.slice(start, end), this.#language))
    for (const term of found) {
      term.start += start
      term.end += start
    }
    const part = { start, end, terms: found }
    this.#parts.push(part)
    this.size += end - start
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
