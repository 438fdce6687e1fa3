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
  readonly #parts: Part[] = []

  constructor(text: string, language: Language) {
    this.#text = text
    this.#language = language
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
    const found = terms(this.#text.slice(start, end), this.#language)
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

/** Takes texts apart, each once, and remembers them up to a bound. */
export interface Reader {
  /** The terms of a short text. */
  terms(text: string): readonly Term[]
  /** The terms of parts of a document. */
  termsOf(document: { text: string }): TermsOfText
}

/** UTF-16 units that are remembered: some forty long documents, in about 200 MB. */
const REMEMBERED = 4_000_000

/** Reads texts by the rules of one language. */
export function createReader(language: Language): Reader {
  const texts = new Map<string, readonly Term[]>()
  const documents = new Map<{ text: string }, TermsOfText>()
  let held = 0
  const makeRoom = () => {
    const read = [...documents.values()].reduce((sum, { size }) => sum + size, 0)
    if (held + read <= REMEMBERED) return
    texts.clear()
    documents.clear()
    held = 0
  }
  return {
    terms(text) {
      const before = texts.get(text)
      if (before) return before
      makeRoom()
      const found = terms(text, language)
      texts.set(text, found)
      held += text.length
      return found
    },
    termsOf(document) {
      const before = documents.get(document)
      if (before) return before
      makeRoom()
      const made = new TermsOfText(document.text, language)
      documents.set(document, made)
      return made
    },
  }
}
