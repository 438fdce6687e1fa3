import { sentences } from '#language/sentences.ts'
import type { Span } from '#language/span.ts'
import type { ReadableText } from '../types.ts'

/** The sentences that a place of a text touches, and what surrounds them. */
export interface Window {
  /** From the first to the last sentence touched. */
  anchor: Span
  /** The sentences just before and after it. */
  neighbours: readonly Span[]
}

/** UTF-16 units on either side of a place that are looked at: longer than nearly all sentences. */
export const REACH = 600

/** Finds the sentences round a place without reading the whole text. Undefined where the place holds nothing. */
export function windowAt(text: ReadableText, { start, end }: Span): Window | undefined {
  if (!(start >= 0 && end <= text.length && start < end)) return undefined
  const from = Math.max(0, start - REACH)
  const all = sentences(text.slice(from, end + REACH)).map((span) => ({
    start: span.start + from,
    end: span.end + from,
  }))
  const first = all.findIndex((span) => span.end > start)
  const last = all.findLastIndex((span) => span.start < end)
  const [opening, closing] = [all[first], all[last]]
  if (!opening || !closing || last < first) return undefined
  return {
    anchor: { start: opening.start, end: closing.end },
    neighbours: [all[first - 1], all[last + 1]].filter((span) => span !== undefined),
  }
}
