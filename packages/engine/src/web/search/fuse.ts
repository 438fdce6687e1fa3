import { canonicalUrl } from './canonical-url.ts'
import type { SearchHit } from './provider.ts'

/** The usual constant of reciprocal rank fusion: how little the very first ranks count above the next. */
const RANK = 60

/**
 * Brings ranked lists to one by reciprocal rank fusion; a page under several addresses, or with the same text under
 * another, counts as one, with all its ranks.
 */
export function fuse(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const fused: { hit: SearchHit; score: number }[] = []
  const byKey = new Map<string, { hit: SearchHit; score: number }>()
  for (const list of lists) {
    const seen = new Set<object>()
    for (const [rank, hit] of list.entries()) {
      const keys = keysOf(hit)
      let entry = keys.map((key) => byKey.get(key)).find((known) => known !== undefined)
      if (!entry) {
        entry = { hit, score: 0 }
        fused.push(entry)
      }
      for (const key of keys) byKey.set(key, entry)
      entry.hit = fuller(entry.hit, hit)
      // A list that names a page twice ranks it once.
      if (!seen.has(entry)) entry.score += 1 / (RANK + rank + 1)
      seen.add(entry)
    }
  }
  return fused.sort((a, b) => b.score - a.score).map(({ hit }) => hit)
}

/** Shorter texts are alike without being copies. */
const ENOUGH_TEXT = 80

function keysOf({ url, title, snippet }: SearchHit): string[] {
  const words = `${title} ${snippet}`.toLowerCase()
  const text = words.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return text.length >= ENOUGH_TEXT ? [canonicalUrl(url), `text:${text}`] : [canonicalUrl(url)]
}

/** The first hit, with what only the other one says added. */
function fuller(first: SearchHit, other: SearchHit): SearchHit {
  if (first === other) return first
  const snippet = first.snippet === '' ? other.snippet : first.snippet
  return { ...other, ...first, snippet }
}
