import { isStopWord } from './stop-words.ts'
import { terms } from './terms.ts'

/** Words: a longer title is a sentence, and no text names it whole. */
const LONGEST_NAME = 8

/** A name, and the document that bears it. */
export interface NamedDocument {
  documentId: string
  name: string
}

/** Finds which of some names a text names. */
export type Names = Pick<NameDictionary, 'namedIn'>

/** Names of documents, or of where they come from, by their words: finds which of them a text names. */
export class NameDictionary {
  readonly #byName = new Map<string, string[]>()
  /** Of the names that begin with a term, how many terms the longest has. */
  readonly #longest = new Map<string, number>()

  constructor(names: Iterable<NamedDocument>) {
    for (const { documentId, name } of names) {
      const bare = name.replace(/\s*\([^)]*\)\s*$|\s+[|–—-]\s.*$/u, '')
      // People are named with or without the initials that stand in their full name.
      const plain = bare.replace(/(?<=\p{L}\s)\p{Lu}\.?\s+(?=\p{Lu}\p{L})/gu, '')
      for (const alias of new Set([name, bare, plain])) this.#add(alias, documentId)
    }
  }

  #add(name: string, documentId: string): void {
    const parts = terms(name, 'en')
    if (parts.length === 0 || parts.length > LONGEST_NAME) return
    // A name that is one common word is named by accident everywhere.
    if (parts.every(({ raw }) => isStopWord(raw.toLowerCase()) || /^\d+$/.test(raw))) return
    const key = parts.map(({ term }) => term).join(' ')
    const first = parts[0]?.term ?? ''
    this.#longest.set(first, Math.max(parts.length, this.#longest.get(first) ?? 0))
    const known = this.#byName.get(key)
    if (!known) this.#byName.set(key, [documentId])
    else if (!known.includes(documentId)) known.push(documentId)
  }

  /** What a text names, capitalised there, and the documents of that name; the longest name wins at each place. */
  namedIn(text: string): Map<string, string[]> {
    const found = new Map<string, string[]>()
    // By one language's rules, whatever the text's: a name is a name in all of them.
    const all = terms(text, 'en')
    for (let i = 0; i < all.length; ) {
      let step = 1
      const capitalised = /^[\p{Lu}\p{Lo}\p{N}]/u.test(all[i]?.raw ?? '')
      const longest = capitalised ? (this.#longest.get(all[i]?.term ?? '') ?? 0) : 0
      for (let length = Math.min(longest, all.length - i); length > 0; length -= 1) {
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
