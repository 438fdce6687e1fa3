import type { Quotation } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { contentReader } from './agreement.ts'
import { pointsBack } from './opening.ts'
import { isOfSection } from './rest.ts'

/** A passage that holds less of the question than this share of what the opening holds is of another subject. */
const SHARE = 0.75
/** The same where it holds a word of the question that the opening lacks. */
const SHARE_WITH_MORE = 0.6

/**
 * Tells whether a passage, with its title and what stands above it, holds about as much of the question as the passage
 * that the answer opens with.
 */
export function bearingOn(
  { goal }: Pick<Question, 'goal'>,
  opening: readonly Quotation[],
): (passage: readonly Quotation[]) => boolean {
  const contentOf = contentReader(goal)
  const heldBy = (passage: readonly Quotation[]) => {
    const texts = passage.flatMap(({ document, block, quote }) => [document.title, ...(block?.path ?? []), quote])
    return new Set(texts.flatMap((text) => [...contentOf(text)]))
  }
  // An opening that speaks of something before it is no measure.
  if (opening[0] === undefined || pointsBack(opening[0].quote)) return () => true
  const first = heldBy(opening)
  const most = coverage(first, goal.weights)
  return (passage) => {
    // What people say in turn, and a text without sections, speak of one thing all along.
    if (!passage.some(isOfSection)) return true
    const held = heldBy(passage)
    const addsTo = [...held].some((term) => goal.weights.has(term) && !first.has(term))
    return coverage(held, goal.weights) >= most * (addsTo ? SHARE_WITH_MORE : SHARE)
  }
}
