import type { Language } from '#language/language.ts'
import { LONGEST_WORD, visitTerms } from '#language/terms.ts'
import type { SourceDocument } from '../types.ts'

/** A term where it begins in a text. */
interface Placed {
  term: string
  start: number
  /** Whether its word is written small, as no name is. */
  isSmall: boolean
}

/** UTF-16 units of a document that are taken apart at once: some ten sentences, which share what stands round them. */
const STRETCH = 2048
/** Short texts whose terms are kept: more than the sentences that a run reads of most questions. */
const KEPT = 5000

/** Finds some terms in texts; what many sentences share is taken apart once. */
export class WantedTerms {
  readonly #language: Language
  readonly #wanted: ReadonlySet<string>
  readonly #texts = new Map<string, ReadonlySet<string>>()
  readonly #stretches = new WeakMap<SourceDocument, Map<number, readonly Placed[]>>()

  constructor(wanted: ReadonlySet<string>, language: Language) {
    this.#wanted = wanted
    this.#language = language
  }

  /** Those that a short text holds. */
  in(text: string): ReadonlySet<string> {
    const known = this.#texts.get(text)
    if (known) return known
    const found = new Set(this.#placed(text).map(({ term }) => term))
    if (this.#texts.size >= KEPT) this.#texts.clear()
    this.#texts.set(text, found)
    return found
  }

  /** Those that begin between two places of a document, each as often as it stands there. */
  between(document: SourceDocument, start: number, end: number): Placed[] {
    const found: Placed[] = []
    for (let at = Math.floor(start / STRETCH); at * STRETCH < end; at += 1)
      for (const placed of this.#stretch(document, at))
        if (placed.start >= start && placed.start < end) found.push(placed)
    return found
  }

  #stretch(document: SourceDocument, at: number): readonly Placed[] {
    const known = this.#stretches.get(document)?.get(at)
    if (known) return known
    const [from, to] = [at * STRETCH, (at + 1) * STRETCH]
    // A word may begin before a stretch, or end behind it.
    const first = Math.max(0, from - LONGEST_WORD)
    const all = this.#placed(document.text.slice(first, to + LONGEST_WORD), first)
    const own = all.filter(({ start }) => start >= from && start < to)
    const ofDocument = this.#stretches.get(document) ?? new Map<number, readonly Placed[]>()
    this.#stretches.set(document, ofDocument.set(at, own))
    return own
  }

  #placed(text: string, from = 0): Placed[] {
    const found: Placed[] = []
    visitTerms(text, this.#language, ({ term, raw, stop }, start) => {
      if (!stop && this.#wanted.has(term)) found.push({ term, start: from + start, isSmall: /^\p{Ll}/u.test(raw) })
    })
    return found
  }
}
