import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { FIELD_LABEL } from '#language/field-label.ts'
import { contentReader } from '#question/agreement.ts'
import type { Question } from '#question/question.ts'
import { coverage, SMALL_WORD } from '#question/weights.ts'
import type { BlockList } from '../types.ts'
import { factsOf, isFact } from './facts.ts'
import { quotationOf } from './quote-block.ts'

/** UTF-16 code units: a longer line is prose. */
const LONGEST_FIELD = 120
/** "Grammar: `recursive-clients <integer>;`", "Tags: query" */
const FIELD = new RegExp(String.raw`^(?=\p{Lu})${FIELD_LABEL}: \S[^\n]*(?<![.!?])$`, 'u')
/** What is said behind such a word is no property of an option. */
const NO_FIELD = new RegExp(`^(?:${marks.remarks.join('|')})\\b`, 'iu')
const ASKS_FOR_DEFAULT = new RegExp(`\\b${marks.asksForDefault.join('|')}`, 'i')
const ASKS_FOR_VALUE = new RegExp(marks.asksForValue.join('|'), 'i')
const DEFAULT = /^default/i

/** Tells whether what an entry says behind a label, "Type: `number`", is asked for. */
export type AsksOf = (fact: Quotation) => boolean

/** Tells what is asked for of an option: what the question has a word of, its default, or a value where one fits. */
export function asksOf({ goal, kind, needs, text }: Pick<Question, 'goal' | 'kind' | 'needs' | 'text'>): AsksOf {
  const contentOf = contentReader(goal)
  const asksForDefault = ASKS_FOR_DEFAULT.test(text) || ASKS_FOR_VALUE.test(text)
  return (fact) => {
    const { quote } = fact
    // Of a label that not all manuals have only the label tells what is said there.
    const said = isFact(fact) ? quote : quote.slice(0, quote.indexOf(':'))
    if (coverage(contentOf(said), goal.weights) >= SMALL_WORD) return true
    return (asksForDefault && DEFAULT.test(quote)) || (kind === 'fact' && needs.fits(quote) > 0)
  }
}

/** Whether a quotation is a line that says one thing of an option behind a label. */
export function isField(quotation: Quotation): boolean {
  const { quote, block } = quotation
  if (isFact(quotation)) return true
  return block?.kind === 'paragraph' && quote.length <= LONGEST_FIELD && FIELD.test(quote) && !NO_FIELD.test(quote)
}

/**
 * A passage without what says of an option what nobody asked for: "Tags: server". Its type and its default may stand behind
 * the sentence that leads.
 */
export function withoutUnaskedFacts(passage: readonly Quotation[], lead: Quotation, asks: AsksOf): Quotation[] {
  return passage.flatMap((part) => {
    if (part.document.id !== lead.document.id) return [part]
    if (part.start > lead.start) return isFact(part) || !isField(part) || asks(part) ? [part] : []
    const facts = factsOf(part)
    // What a block says behind its facts answers, where its beginning was chosen and nobody asked for these.
    const isWanted = (each: Quotation) => each.end > lead.start && (!isField(each) || asks(each))
    const from = facts.find(isWanted)?.start ?? lead.start
    const kept = facts.filter((each) => each.start >= from || !isField(each) || asks(each))
    return kept.length === facts.length ? [part] : kept
  })
}

/** Where the lines of facts begin that stand directly above a block. */
export function aboveFacts({ document }: Quotation, blocks: BlockList, at: number): number {
  let first = at
  for (let block = blocks.at(at - 1); block && first > 0; block = first > 0 ? blocks.at(first - 1) : undefined) {
    if (block.kind !== 'paragraph' || !factsOf(quotationOf(document, block, block)).every(isField)) break
    first -= 1
  }
  return first
}

/** Where an entry begins to say what it is, behind its lines of facts, at most at `last`. */
export function behindFacts(
  { document }: Pick<Quotation, 'document'>,
  blocks: BlockList,
  first: number,
  last: number,
): number {
  for (let at = first; at < last; at += 1) {
    const block = blocks.at(at)
    if (block === undefined) break
    if (!factsOf(quotationOf(document, block, block)).every(isField)) return at
  }
  return last
}
