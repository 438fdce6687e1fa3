import type { Quotation } from '#evidence/ledger.ts'
import type { Question } from '#question/question.ts'
import { coverage, SMALL_WORD } from '#question/weights.ts'
import { heldBy } from './bearing.ts'
import { MOST } from './needed.ts'

/**
 * Tells whether a passage, with its title and what stands above it, holds something of a question that what is shown does not:
 * taken for so where that holds less than most of it, and unless it is asked what a thing is, which is told once.
 */
export function addsTo({
  goal,
  kind,
}: Pick<Question, 'goal' | 'kind'>): (passage: readonly Quotation[], shown: readonly Quotation[]) => boolean {
  const held = heldBy(goal)
  const share = (passage: readonly Quotation[]) => coverage(held(passage), goal.weights)
  return (passage, shown) => {
    if (kind !== 'definition') return true
    const told = share(shown)
    return told < MOST || share([...shown, ...passage]) - told >= SMALL_WORD
  }
}
