import type { Span } from '#language/sentences.ts'
import type { Term } from '#language/terms.ts'

/** Words, and the text that their offsets count in. */
export interface Worded {
  text: string
  words: readonly Term[]
}

/** So many words before and after a piece show that two texts say it of the same. */
const FRAME = 2
/** Words: a name or a number with its unit is no longer. */
const LONGEST = 6
const SENTENCE_ENDS = /^\s*(?:["'”’)\]]*[.!?;]|$)/u

function same(a: Term | undefined, b: Term | undefined): boolean {
  return a !== undefined && b !== undefined && a.term === b.term
}

/**
 * What a source has between the words that stand just before and after a piece of a claim: spans of the source's
 * text. Where the source says the same of another name or number, it is found here.
 */
export function inPlaceOf(claim: Worded, piece: Span, source: Worded): Span[] {
  const first = claim.words.findIndex(({ end }) => end > piece.start)
  const last = claim.words.findLastIndex(({ start }) => start < piece.end)
  const left = claim.words.slice(Math.max(0, first - FRAME), Math.max(0, first))
  const right = claim.words.slice(last + 1, last + 1 + FRAME)
  const closes = SENTENCE_ENDS.test(claim.text.slice(piece.end))
  if (first === -1 || left.length < FRAME || (right.length < FRAME && !closes)) return []
  const found: Span[] = []
  const { text, words } = source
  for (let at = FRAME; at < words.length; at += 1) {
    if (!left.every((word, i) => same(word, words[at - FRAME + i]))) continue
    for (let next = at + 1; next <= Math.min(words.length, at + LONGEST); next += 1) {
      const [opening, closing] = [words[at], words[next - 1]]
      if (!opening || !closing) break
      const ends =
        right.length === FRAME
          ? right.every((word, i) => same(word, words[next + i]))
          : SENTENCE_ENDS.test(text.slice(closing.end))
      if (!ends) continue
      found.push({ start: opening.start, end: closing.end })
      break
    }
  }
  return found
}
