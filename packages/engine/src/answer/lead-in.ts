import { beginsWithin, type Quotation } from '#evidence/ledger.ts'
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage } from '#question/weights.ts'
import { isFact } from './facts.ts'
import { introduces, pointsOn } from './introduces.ts'
import { refersBack, tieLength } from './opening.ts'
import { quotationOf } from './quote-block.ts'
import { isOfSection } from './sections.ts'
import { isVersionRemark } from './version-remark.ts'

const PROSE = new Set(['paragraph', 'caption', 'quote'])
/** The share of a question, by weight, that a sentence has to hold to open the answer without what stands before it. */
const CLEAR = 0.6
/** What stands before it holds so much less of the question: another thing is told there. */
const SHARE = 0.4

/**
 * A passage from the sentence on that was chosen to lead, where that is clear by itself and holds much of the question, and what
 * stands before it little: what an entry is, or another way.
 */
export function withoutLeadIn({
  goal,
}: Pick<Question, 'goal'>): (passage: readonly Quotation[], lead: Quotation) => Quotation[] {
  const contentOf = contentReader(goal)
  const share = (parts: readonly Quotation[]) =>
    coverage(new Set(parts.flatMap(({ quote }) => [...contentOf(quote)])), goal.weights)
  return (passage, lead) => fromLead(passage, lead, share)
}

function fromLead(
  passage: readonly Quotation[],
  lead: Quotation,
  share: (parts: readonly Quotation[]) => number,
): Quotation[] {
  const at = passage.findIndex((part) => beginsWithin(lead, part))
  const own = passage[at]
  // A speech or a story is told in its order.
  if (
    own?.block === undefined ||
    !PROSE.has(own.block.kind) ||
    !isOfSection(own) ||
    (at === 0 && own.start === lead.start)
  )
    return [...passage]
  const before = [
    ...passage.slice(0, at),
    ...(lead.start > own.start ? [quotationOf(own.document, { start: own.start, end: lead.start }, own.block)] : []),
  ]
  const isOfProse = before.every((part, i) => isOther(part) || (i === 0 && part.block?.kind === 'heading'))
  if (!isOfProse || !before.some(isOther) || !isClear(lead.quote)) return [...passage]
  const most = share([lead])
  const isOfVersion = before.every((part) => part.block?.kind === 'heading' || isVersionRemark(part.quote))
  if (most < CLEAR || (share(before) > most * SHARE && !isOfVersion)) return [...passage]
  return [quotationOf(own.document, { start: lead.start, end: own.end }, own.block), ...passage.slice(at + 1)]
}

/** Whether a part is text that leads up to nothing. */
function isOther(part: Quotation): boolean {
  const quote = part.quote.trim()
  return !!part.block && PROSE.has(part.block.kind) && !isFact(part) && !introduces(quote) && !pointsOn(quote)
}

/** "While it is open, …" */
const OF_PRONOUN = /^\p{Lu}\p{Ll}+ (?:it|they|this|that|these|those)\b/u

const isClear = (sentence: string) =>
  !refersBack(sentence) && tieLength(sentence) === 0 && !/^\p{Ll}/u.test(sentence) && !OF_PRONOUN.test(sentence)
