import type { Citation } from '#contract/types.ts'
import { type CitedText, resolveCitations } from './resolve.ts'

/** A piece of the answer that is covered by the same citations. */
export interface Segment {
  /** A piece of `answer_clean`. */
  readonly text: string
  /** The citations that cover the whole piece, in the order of the result; none for text that is not cited. */
  readonly citations: readonly Citation[]
}

/** Whether `index` lies between the two halves of a character. */
function isInsidePair(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  const before = text.charCodeAt(index - 1)
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff
}

interface Boundary {
  readonly at: number
  readonly index: number
  readonly opens: boolean
}

function boundariesOf(result: CitedText): Boundary[] {
  const { answer_clean: clean = '' } = result
  const boundaries = resolveCitations(result).flatMap(({ start, end }, index): Boundary[] => {
    if (start === undefined || start >= end) return []
    // A span that begins or ends inside a character covers all of it.
    const from = isInsidePair(clean, start) ? start - 1 : start
    const to = isInsidePair(clean, end) ? end + 1 : end
    return [
      { at: from, index, opens: true },
      { at: to, index, opens: false },
    ]
  })
  return boundaries.sort((a, b) => a.at - b.at)
}

/**
 * Splits the answer into consecutive pieces with the citations that cover each, whether these are adjacent, nested or
 * overlapping. Together the texts of the pieces are `answer_clean`; no piece is empty, and none begins or ends inside a
 * character. Citations that are empty or cannot be found cover nothing.
 *
 * @example
 * ```ts
 * import type { ResearchResult } from '@deep-research/sdk'
 * import { toSegments } from '@deep-research/sdk/citations'
 *
 * export function underline(result: ResearchResult): string {
 *   const marked = toSegments(result).map(({ text, citations }) => (citations.length > 0 ? `_${text}_` : text))
 *   return marked.join('')
 * }
 * ```
 */
export function toSegments(result: CitedText): Segment[] {
  const { answer_clean: clean = '', citations = [] } = result
  const segments: Segment[] = []
  const covering = new Set<number>()
  let from = 0
  const cut = (to: number): void => {
    if (to === from) return
    const covers = [...covering].sort((a, b) => a - b).flatMap((index) => citations[index] ?? [])
    segments.push({ text: clean.slice(from, to), citations: covers })
    from = to
  }
  for (const { at, index, opens } of boundariesOf(result)) {
    cut(at)
    if (opens) covering.add(index)
    else covering.delete(index)
  }
  cut(clean.length)
  return segments
}
