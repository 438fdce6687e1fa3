import type { Span } from '#language/sentences.ts'
import type { SourceDocument } from '../types.ts'
import { comparePolarity, isParted } from './polarity-check.ts'
import { read, readPlace } from './reading.ts'
import { windowAt } from './window.ts'

/** Where a clause begins that tells something beside it: ", of which", ", who". */
const BESIDE = /,\s(?:\p{Ll}+\s)?(?:which|whom|whose|who|where|nor)\b/u

/** The last comma, but for one before "that": "it is not true, he said, that". */
const COMMA = /,(?![^,]*\bthat\b)[^,]*$/u

/**
 * Whether words that a judge quotes affirm and deny what a claim does, where the rest of their sentence says less or denies
 * something else. What stands outside of them has to be of another clause: "the hosts lost, in one of the best games that you
 * are likely to see". A hedge or a condition before them, and a condition behind them, is theirs whatever comma stands between.
 */
export function agreesAsQuoted(claim: string, document: SourceDocument, place: Span): boolean {
  const anchor = windowAt(document.text, place)?.anchor
  if (!anchor) return false
  const quoted = read(document.text.slice(place.start, place.end))
  if (comparePolarity(read(claim).clauses, quoted.clauses) !== 'agrees') return false
  const { text, clauses } = readPlace(document, anchor)
  const [start, end] = [place.start - anchor.start, place.end - anchor.start]
  const outside = clauses.flatMap(({ cues }) => cues).filter((cue) => cue.end <= start || cue.start >= end)
  return outside.every(({ kind, start: from, end: to }) => {
    if (kind === 'quantifier') return true
    if (to <= start) {
      const between = text.slice(to, start)
      return isParted(between) || (kind === 'negation' && COMMA.test(between))
    }
    const between = text.slice(end, from)
    return isParted(between) || BESIDE.test(between) || (kind === 'hedge' && between.includes(','))
  })
}
