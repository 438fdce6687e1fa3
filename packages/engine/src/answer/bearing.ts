import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import { contentReader } from '#question/agreement.ts'
import type { Question, ReadingGoal } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { pointsBack } from './opening.ts'
import { isOfSection, isUnderHeading } from './sections.ts'

/** A passage that holds less of the question than this share of what the opening holds is of another subject. */
const SHARE = 0.9
/** The same where it holds a word of the question that the opening lacks. */
const SHARE_WITH_MORE = 0.8
/** The same by what it says itself, without the title that all passages of its document share. */
const OWN_SHARE = 0.6

/** An opening that holds so much of the question answers it: what says no more of it adds nothing. */
const WHOLE = 0.65

/** UTF-16 code units: a shorter opening leaves something to say. */
const SHORTEST_ANSWER = 200

/** Whether a passage is of the section that the opening is of, or of one below it, and so goes on with it. */
export function isBeside([opening]: readonly Quotation[], [passage]: readonly Quotation[]): boolean {
  const [one, other] = [opening?.block, passage?.block]
  return opening?.document.id === passage?.document.id && !!one && !!other && isUnder(one.path, other.path)
}

const isUnder = (outer: readonly string[], inner: readonly string[]) => outer.every((title, at) => inner[at] === title)

/** Tells the terms of a passage, with its title and what stands above it. */
export function heldBy(goal: ReadingGoal): (passage: readonly Quotation[]) => ReadonlySet<string> {
  const contentOf = contentReader(goal)
  return (passage) =>
    new Set(
      passage
        .flatMap(({ document, block, quote }) => [document.title, ...(block?.path ?? []), quote])
        .flatMap((text) => [...contentOf(text)]),
    )
}

/**
 * Tells whether a passage, with its title and what stands above it, holds about as much of the question as the passage
 * that the answer opens with.
 */
export function bearingOn(
  { goal }: Pick<Question, 'goal'>,
  opening: readonly Quotation[],
): (passage: readonly Quotation[]) => boolean {
  const contentOf = contentReader(goal)
  const contentOfAll = (texts: readonly string[]) => new Set(texts.flatMap((text) => [...contentOf(text)]))
  const heldIn = heldBy(goal)
  // What the title holds, every passage of the document does.
  const ownOf = (passage: readonly Quotation[]) =>
    contentOfAll(
      passage.flatMap(({ document, block, quote }) => [
        ...(block?.path ?? []).filter((heading) => heading !== document.title),
        quote,
      ]),
    )
  // An opening that speaks of something before it is no measure.
  if (opening[0] === undefined || pointsBack(opening[0].quote)) return () => true
  const first = heldIn(opening)
  const most = coverage(first, goal.weights)
  const mostOwn = coverage(ownOf(opening), goal.weights)
  // What stands under the title of its document alone leads up to what answers.
  const isWhole = most >= WHOLE && opening.some(isUnderHeading) && lengthOf(opening) >= SHORTEST_ANSWER
  // What the source is called by in the question is the subject of both.
  const subject = [...contentOf(opening[0].document.title)].filter((term) => goal.weights.has(term))
  return (passage) => {
    // What people say in turn, and a text without sections, speak of one thing all along.
    if (!passage.some(isOfSection)) return true
    const own = coverage(ownOf(passage), goal.weights)
    if (own < mostOwn * OWN_SHARE) return false
    if (!passage.some(isUnderHeading)) return true
    const held = heldIn(passage)
    if (!subject.every((term) => held.has(term))) return false
    const addsTo = [...held].some((term) => goal.weights.has(term) && !first.has(term))
    const isNearer = isWhole ? own > mostOwn : own >= mostOwn
    if (!addsTo && !isNearer && !isBeside(opening, passage)) return false
    return coverage(held, goal.weights) >= most * (addsTo ? SHARE_WITH_MORE : SHARE)
  }
}
