import type { Library } from '../../types.ts'
import type { SearchProvider } from './types.ts'

export interface HeldLibraryOptions {
  /** The collection as it is now. */
  library: () => Library | undefined
  /** The search terms of a query. */
  terms: (query: string) => readonly string[]
  /** Whether a passage, its title before it, speaks of what a query asks. */
  bearsOn: (passage: string, query: string) => boolean
}

const PASSAGES = 40
const SNIPPET = 300

/** The collection at hand as one of the providers: what it finds is there already, and costs nothing. */
export function heldLibrary({ library, terms, bearsOn }: HeldLibraryOptions): SearchProvider {
  return {
    name: 'corpus',
    enough: 1,
    limits: { queryCharacters: 10_000, hits: PASSAGES },
    async search({ query, limit }) {
      const found = new Map<string, { url: string; title: string; snippet: string; documentId: string }>()
      const held = library()
      for (const { documentId, start, end } of held?.search(terms(query), PASSAGES) ?? []) {
        if (!held || found.has(documentId)) continue
        const { url, title, text } = held.document(documentId)
        const passage = text.slice(start, end)
        // Any passage shares a word with any question; only those that bear on it count as an answer.
        if (bearsOn(`${title}\n${passage}`, query))
          found.set(documentId, { url, title, snippet: passage.slice(0, SNIPPET), documentId })
        if (found.size >= limit) break
      }
      return [...found.values()]
    },
  }
}
