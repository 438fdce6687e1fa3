import type { Span } from '#language/sentences.ts'
import type { SourceDocument } from '../types.ts'
import { comparePolarity, isParted } from './polarity-check.ts'
import { read, readPlace } from './reading.ts'
import { windowAt } from './window.ts'

/**
 * Whether words that a judge quotes affirm and deny what a claim does, where the rest of their sentence says less or denies
 * something else: a negation, a hedge or a condition outside of them has to stand in a clause of its own, and a hedge may
 * follow them behind a comma: "the hosts lost, in one of the best games that you are likely to see".
 */
export function agreesAsQuoted(claim: string, document: SourceDocument, place: Span): boolean {
  const anchor = windowAt(document.text, place)?.anchor
  if (!anchor) return false
  const quoted = read(document.text.slice(place.start, place.end))
  if (comparePolarity(read(claim).clauses, quoted.clauses) !== 'agrees') return false
  const { text, clauses } = readPlace(document, anchor)
  const [start, end] = [place.start - anchor.start, place.end - anchor.start]
  const outside = clauses.flatMap(({ cues }) => cues).filter((cue) => cue.end <= start || cue.start >= end)
  return outside.every((cue) => {
    if (cue.kind === 'quantifier') return true
    const isBefore = cue.end <= start
    const between = isBefore ? text.slice(cue.end, start) : text.slice(end, cue.start)
    return isParted(between) || (!isBefore && cue.kind === 'hedge' && between.includes(','))
  })
}
