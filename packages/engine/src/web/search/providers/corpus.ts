import { bearsOn, support } from '#evidence/support.ts'
import { contentTerms, terms } from '#language/terms.ts'
import { weighTerms } from '#question/weights.ts'
import type { Library } from '../../../types.ts'
import { SNIPPET } from '../hit-of.ts'
import type { ProviderKind, SearchHit } from '../provider.ts'

/**
 * How many passages are examined: several may belong to one document, and some have nothing to do with the question.
 */
const PASSAGES = 40

/** The collection at hand: what it finds is there already, and costs nothing. */
export const corpus: ProviderKind<'corpus', object> = {
  name: 'corpus',
  needs: {},
  local: true,
  enough: 1,
  longest: { characters: Number.POSITIVE_INFINITY },
  search: async ({ query, limit, held, found }) => found?.slice(0, limit) ?? searchHeld(held, query, limit),
}

/** Searches the collection at hand. */
export function searchHeld(held: Library, query: string, limit: number): SearchHit[] {
  const wanted = contentTerms(query)
  const weights = weighTerms(wanted, held)
  const found = new Map<string, SearchHit>()
  for (const { documentId, start, end } of held.search([...wanted], PASSAGES)) {
    if (found.has(documentId)) continue
    const { url, title, text } = held.document(documentId)
    const passage = text.slice(start, end)
    // Any passage shares a word with any question; only those that cover enough of it count as an answer.
    if (bearsOn(support(terms(`${title}\n${passage}`), weights), wanted.size))
      found.set(documentId, { url, title, snippet: passage.slice(0, SNIPPET), documentId })
    if (found.size >= limit) break
  }
  return [...found.values()]
}
