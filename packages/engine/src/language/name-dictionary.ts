import { placedTerms } from './placed-terms.ts'
import { isStopWord } from './stop-words.ts'
import { type KnownTerm, terms } from './terms.ts'

/** Words: what is longer is a sentence, or a run of headings, and no text names it whole. */
export const LONGEST_NAME = 8

/** A name, and the document that bears it. */
export interface NamedDocument {
  documentId: string
  name: string
}

/** Finds which of some names a text names. */
export interface Names {
  /** What a text names, capitalised there, and the documents of that name; the longest name wins at each place. */
  namedIn(text: string): Map<string, string[]>
}

/** The terms of a name, and the first of them, by which it is looked for. */
export interface NameKey {
  first: string
  key: string
}

/** What a name is found by: itself, without what is appended to it, and without initials. Empty for a name that no text names. */
export function keysOf(name: string): NameKey[] {
  const bare = name.replace(/(?<!\s)\s*\([^()]*\)\s*$|\s[|–—-]\s[\s\S]*$/u, '')
  // People are named with or without the initials that stand in their full name.
  const plain = bare.replace(/(?<=\p{L}\s)\p{Lu}\.?\s+(?=\p{Lu}\p{L})/gu, '')
  const keys = new Map<string, NameKey>()
  for (const alias of new Set([name, bare, plain])) {
    const parts = terms(alias, 'en')
    if (parts.length === 0 || parts.length > LONGEST_NAME) continue
    // A name that is one common word is named by accident everywhere.
    if (parts.every(({ raw }) => isStopWord(raw.toLowerCase()) || /^\d+$/.test(raw))) continue
    const key = parts.map(({ term }) => term).join(' ')
    keys.set(key, { first: parts[0]?.term ?? '', key })
  }
  return [...keys.values()]
}

/** The documents of names that begin with a term, by the terms of the name. */
export type NamesFrom = (first: string) => ReadonlyMap<string, string[]> | undefined

const MAY_BEGIN_NAME = /^(?![a-z])[\p{Lu}\p{Lo}\p{N}]/u

/** What a text names, capitalised there, and the documents of that name; the longest name wins at each place. */
export function namesIn(text: string, namesFrom: NamesFrom): Map<string, string[]> {
  const found = new Map<string, string[]>()
  // By one language's rules, whatever the text's: a name is a name in all of them.
  const { terms: all, starts } = placedTerms(text, 'en', 0)
  for (let i = 0; i < all.length; ) {
    let step = 1
    const { raw, term } = all[i] as KnownTerm
    const names = MAY_BEGIN_NAME.test(raw) ? namesFrom(term) : undefined
    for (let length = names?.size ? Math.min(LONGEST_NAME, all.length - i) : 0; length > 0; length -= 1) {
      const span = all.slice(i, i + length)
      const ids = names?.get(span.map(({ term }) => term).join(' '))
      if (!ids) continue
      const last = i + length - 1
      found.set(text.slice(starts[i], (starts[last] ?? 0) + (all[last]?.raw.length ?? 0)), ids)
      step = length
      break
    }
    i += step
  }
  return found
}

/** Names of documents, or of where they come from, by their words: finds which of them a text names. */
export class NameDictionary {
  readonly #byFirst = new Map<string, Map<string, string[]>>()

  constructor(names: Iterable<NamedDocument>) {
    for (const { documentId, name } of names)
      for (const { first, key } of keysOf(name)) this.#add(first, key, documentId)
  }

  #add(first: string, key: string, documentId: string): void {
    const names = this.#byFirst.get(first) ?? new Map<string, string[]>()
    this.#byFirst.set(first, names)
    const known = names.get(key)
    if (!known) names.set(key, [documentId])
    else if (!known.includes(documentId)) known.push(documentId)
  }

  namedIn(text: string): Map<string, string[]> {
    return namesIn(text, (first) => this.#byFirst.get(first))
  }
}
