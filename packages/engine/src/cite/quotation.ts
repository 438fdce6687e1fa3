import { fold } from '#language/normalise.ts'
import type { SourceDocument } from '../types.ts'
import { align } from './align.ts'

const QUOTED = /“([^”]{2,1500})”|"([^"\n]{2,1500})"|«\s*([^»]{2,1500}?)\s*»|„([^“”]{2,1500})[“”]/gu
const WORDS = /[\p{L}\p{N}]+/gu
/** Fewer words in quotation marks are a name, a title or a manner of speaking. */
const QUOTATION = 4

/**
 * Whether every quotation in a claim stands in one of the documents, or in the question, word for word. A claim with one
 * that does not is no claim to hand out.
 */
export function quotesAreReal(claim: string, documents: Iterable<SourceDocument>, question: string): boolean {
  for (const match of claim.matchAll(QUOTED)) {
    const quote = match.slice(1).find((group) => group !== undefined) ?? ''
    if ((quote.match(WORDS)?.length ?? 0) < QUOTATION || fold(question).includes(fold(quote))) continue
    let found = false
    for (const document of documents) {
      const method = align(quote, document, 1)?.method
      found = method === 'exact' || method === 'normalised'
      if (found) break
    }
    if (!found) return false
  }
  return true
}
