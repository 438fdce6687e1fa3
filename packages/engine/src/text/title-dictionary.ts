import { isStopWord } from './stop-words.ts'
import { terms } from './terms.ts'

const LONGEST_TITLE = 8

/** Titles by their words, to find which documents a text speaks of. */
export class TitleDictionary {
  readonly #byName = new Map<string, string[]>()

  constructor(titles: Iterable<{ documentId: string; title: string }>) {
    for (const { documentId, title } of titles) {
      const bare = title.replace(/\s*\([^)]*\)\s*$/, '')
      for (const name of new Set([title, bare])) this.#add(name, documentId)
    }
  }

  #add(name: string, documentId: string): void {
    const parts = terms(name)
    if (parts.length === 0 || parts.length > LONGEST_TITLE) return
    // A title that is one common word is named by accident everywhere.
    if (parts.every(({ raw }) => isStopWord(raw.toLowerCase()) || /^\d+$/.test(raw))) return
    const key = parts.map(({ term }) => term).join(' ')
    const known = this.#byName.get(key)
    if (!known) this.#byName.set(key, [documentId])
    else if (!known.includes(documentId)) known.push(documentId)
  }

  /** The documents whose titles stand in a text, capitalised there; the longest title wins at each place. */
  namedIn(text: string): Map<string, string[]> {
    const found = new Map<string, string[]>()
    const all = terms(text)
    for (let i = 0; i < all.length; ) {
      let step = 1
      const capitalised = /^[\p{Lu}\p{Lo}\p{N}]/u.test(all[i]?.raw ?? '')
      for (let length = Math.min(LONGEST_TITLE, all.length - i); capitalised && length > 0; length -= 1) {
        const span = all.slice(i, i + length)
        const ids = this.#byName.get(span.map(({ term }) => term).join(' '))
        if (!ids) continue
        found.set(text.slice(span[0]?.start, span.at(-1)?.end), ids)
        step = length
        break
      }
      i += step
    }
    return found
  }
}
