import type { Citation } from '#contract/types.ts'
import { type CitedText, resolveCitations } from './resolve.ts'

/** A run of the answer that the same citations cover. */
export interface Segment {
  readonly text: string
  /** Those that cover the whole run, in the order of the result; none for text that is not cited. */
  readonly citations: readonly Citation[]
}

/** Whether a character's two halves meet at `index`. */
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
  const clean = result.answer_clean
  const boundaries = resolveCitations(result).flatMap(({ start, end }, index): Boundary[] => {
    if (start === undefined || start >= end) return []
    // A span that cuts a character covers all of it.
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
 * The answer as flat runs, each with the citations that cover it: adjacent, nested and overlapping ones. The runs'
 * texts together are `answer_clean`; none is empty and none begins or ends inside a character. Citations that cannot
 * be placed, or are empty, cover nothing.
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
  const { answer_clean: clean, citations } = result
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
