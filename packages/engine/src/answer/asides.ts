import { beginsWithin, lengthOf, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { asksForWay } from '#question/way.ts'
import { coverage, SMALL_WORD } from '#question/weights.ts'
import type { Answering } from './answering.ts'
import { introduces, pointsOn } from './introduces.ts'
import { refersOn } from './lead-form.ts'
import { hangs } from './opening.ts'
import type { PassageRules } from './opening-passage.ts'
import { withoutPreamble } from './preamble.ts'
import { sentencesFrom } from './quote-block.ts'
import { isUnderSame } from './section-blocks.ts'
import { isOfSection } from './sections.ts'

const TEXT = new Set(['paragraph', 'caption', 'quote'])
/** UTF-16 code units: a shorter passage leaves something to say. */
const SHORTEST = 200
/** The same before code, where nobody asked for a way. */
const SHORTEST_BEFORE_CODE = 90
/**
 * UTF-16 code units: behind less than that, what is on the question goes on with it.
 */
const SHORTEST_ANSWER = 120
/**
 * The share of a question, by weight, of which a paragraph behind the one that answers has to say something, whether or not that
 * is said by then. Counted on 640 questions of documentation: of 109 paragraphs with less than that none held what was asked for, of
 * 142 with less than 0.3 there were 4.
 */
const LITTLE = 0.2
/** "Specify `yes` to turn it on." */
const INSTRUCTS = new RegExp(marks.instructs.join('|'), 'i')
/** "--no-only" */
const OPTION = /(?<![\p{L}\p{N}-])--\p{L}[\p{L}\p{N}-]+/u

/** Leaves out what stands at the end of a passage, behind what answers, and is beside the question. */
export type WithoutAsides = (passage: readonly Quotation[], lead: Quotation) => Quotation[]

/**
 * Leaves out the last paragraphs and code of a passage, behind the paragraph that answers, that hold little of the question; where
 * a fact is asked for, or a thing of no known kind, also those that say nothing of it which is not said by then. What a thing is, a way and
 * a reason are told in several steps.
 */
export function withoutAsides(
  { goal, kind, text }: Pick<Question, 'goal' | 'kind' | 'text'>,
  answering: Answering,
  { asksForCode, asksForList }: Pick<PassageRules, 'asksForCode' | 'asksForList'>,
): WithoutAsides {
  const contentOf = contentReader(goal)
  const content = (parts: readonly Quotation[]) => new Set(parts.flatMap(({ quote }) => [...contentOf(quote)]))
  const isOfOne = kind === 'fact' || kind === 'open'
  const asksForSteps = asksForCode || asksForList || asksForWay(text) || !isOfOne
  const isLittle = (last: readonly Quotation[], before: readonly Quotation[]) =>
    (coverage(content(last), goal.weights) < LITTLE || last.every(({ quote }) => refersOn(quote))) &&
    lengthOf(before) >= SHORTEST_ANSWER &&
    isBeside(last, before.at(-1)) &&
    !(asksForCode && (holdsCode(last) || namesOption(last, before)))
  const isAside = (last: readonly Quotation[], before: readonly Quotation[]) =>
    coverage(content(last).difference(content(before)), goal.weights) < SMALL_WORD &&
    lengthOf(before) >= (last.at(-1)?.block?.kind === 'code' ? SHORTEST_BEFORE_CODE : SHORTEST) &&
    isBeside(last, before.at(-1)) &&
    last.every((part) => !instructs(part))
  return (passage, lead) => {
    // A speech or a story is told in its order.
    const isTold = asksForSteps || !passage.every(isOfSection)
    const answered = answeredBy(passage, lead, answering) + 1
    const led = passage.findIndex((part) => beginsWithin(lead, part)) + 1
    const first = led > 0 ? led : answered
    let kept = passage.length
    while (kept > first) {
      const from = startOfLast(passage, kept, first)
      const [before, last] = [passage.slice(0, from), passage.slice(from, kept)]
      const mayGo = isLittle(last, before) || (!isTold && from >= answered && isAside(last, before))
      if (!mayGo) break
      kept = from
    }
    const saysLittle = (part: Quotation) => coverage(content([part]), goal.weights) < LITTLE
    return withoutPreamble(passage.slice(0, kept), lead, saysLittle, { asksForCode })
  }
}

/** Whether parts name the first option, which may be all that a way needs. */
export const namesOption = (parts: readonly Quotation[], before: readonly Quotation[]) =>
  parts.some(({ quote }) => OPTION.test(quote)) && !before.some(({ quote }) => OPTION.test(quote))

const holdsCode = (parts: readonly Quotation[]) => parts.some(({ block }) => block?.kind === 'code')

/** The last part of a passage that answers: that which was chosen to lead, or one that answers as well. */
function answeredBy(passage: readonly Quotation[], lead: Quotation, answering: Answering): number {
  const worthOf = (part: Quotation) => {
    const { document, block, start, end } = part
    if (block === undefined || block.kind === 'code') return Number.NEGATIVE_INFINITY
    const spans = sentencesFrom(document, block, { start, most: end - start })
    return Math.max(...spans.map((span) => answering(document.text.slice(span.start, span.end), part)))
  }
  const least = answering(lead.quote, lead)
  return passage.findLastIndex((part) => beginsWithin(lead, part) || worthOf(part) >= least)
}

/** Where what a passage ends with begins: with what introduces it. */
function startOfLast(passage: readonly Quotation[], end: number, first: number): number {
  let from = end - 1
  while (from > first && introduces(passage[from - 1]?.quote ?? '')) from -= 1
  return from
}

/** Whether parts may be left out behind another: no item or row of several, and nothing that explains code. */
function isBeside(parts: readonly Quotation[], before: Quotation | undefined): boolean {
  const [first] = parts
  if (first === undefined || before?.block === undefined || goesOnBehind(before, first)) return false
  if (before.block.kind === 'heading' || (before.block.kind === 'code' && hangs(first.quote))) return false
  if (before.block.kind === 'item' && first.block && isUnderSame(before.block, first.block)) return false
  return parts.every(({ block }) => block?.kind === 'code' || (block !== undefined && TEXT.has(block.kind)))
}

/** Whether what follows a part belongs to it: as what it introduces or announces, or as the rest of its sentence. */
const goesOnBehind = (before: Quotation, next: Quotation) =>
  introduces(before.quote) || pointsOn(before.quote) || /^\p{Ll}/u.test(next.quote)

/** Whether words say what to do. */
export const instructs = ({ block, quote }: Quotation) =>
  block?.kind !== 'code' && !introduces(quote) && INSTRUCTS.test(quote)
