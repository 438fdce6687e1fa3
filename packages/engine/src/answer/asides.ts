import { beginsWithin, lengthOf, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { KINDS } from '#question/kinds.ts'
import type { Question } from '#question/question.ts'
import { asksForWay } from '#question/way.ts'
import { coverage, SMALL_WORD } from '#question/weights.ts'
import { contentReader } from './agreement.ts'
import type { Answering } from './answering.ts'
import { introduces } from './introduces.ts'
import { hangs } from './opening.ts'
import type { PassageRules } from './opening-passage.ts'
import { sentencesFrom } from './quote-block.ts'
import { isUnderSame } from './section-blocks.ts'
import { isOfSection } from './sections.ts'

const TEXT = new Set(['paragraph', 'caption', 'quote'])
/** UTF-16 code units: a shorter passage leaves something to say. */
const SHORTEST = 200
/** The same before code, where nobody asked for a way. */
const SHORTEST_BEFORE_CODE = 90
/** "Specify `yes` to turn it on." */
const INSTRUCTS = new RegExp(marks.instructs.join('|'), 'i')

/** Leaves out what stands at the end of a passage, behind what answers, and is beside the question. */
export type WithoutAsides = (passage: readonly Quotation[], lead: Quotation) => Quotation[]

/**
 * Leaves out the last paragraphs and code of a passage, behind the paragraph that answers, that say nothing of the question which
 * is not said by then. What a thing is, a way and a reason are told in several steps, and of several things each may be told
 * below: those stay whole.
 */
export function withoutAsides(
  { goal, kind, text }: Pick<Question, 'goal' | 'kind' | 'text'>,
  answering: Answering,
  { asksForCode, asksForList }: Pick<PassageRules, 'asksForCode' | 'asksForList'>,
): WithoutAsides {
  const contentOf = contentReader(goal)
  const content = (parts: readonly Quotation[]) => new Set(parts.flatMap(({ quote }) => [...contentOf(quote)]))
  const isTold = asksForCode || asksForList || asksForWay(text)
  if (isTold || (KINDS[kind].extent !== 'fact' && kind !== 'open')) return (passage) => [...passage]
  return (passage, lead) => {
    if (!passage.every(isOfSection)) return [...passage]
    const first = answeredBy(passage, lead, answering) + 1
    let kept = passage.length
    while (kept > first) {
      const from = startOfLast(passage, kept, first)
      const [before, last] = [passage.slice(0, from), passage.slice(from, kept)]
      const adds = coverage(content(last).difference(content(before)), goal.weights) >= SMALL_WORD
      if (adds || !isAside(last, before.at(-1))) break
      if (lengthOf(before) < (last.at(-1)?.block?.kind === 'code' ? SHORTEST_BEFORE_CODE : SHORTEST)) break
      kept = from
    }
    return passage.slice(0, kept)
  }
}

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

/** Whether parts may be left out behind another: no item or row of several, nothing that explains code, and no instruction. */
function isAside(parts: readonly Quotation[], before: Quotation | undefined): boolean {
  const [first] = parts
  if (first === undefined || before?.block === undefined || introduces(before.quote)) return false
  if (before.block.kind === 'heading' || (before.block.kind === 'code' && hangs(first.quote))) return false
  if (before.block.kind === 'item' && first.block && isUnderSame(before.block, first.block)) return false
  return parts.every(({ block, quote }) => {
    if (block?.kind === 'code') return true
    return block !== undefined && TEXT.has(block.kind) && (introduces(quote) || !INSTRUCTS.test(quote))
  })
}
