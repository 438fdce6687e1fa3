import type { Quotation } from '#evidence/ledger.ts'
import { blockSentences, firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList } from '../types.ts'
import { LONGEST_CODE_BESIDE } from './code-passage.ts'
import { introduces } from './introduces.ts'
import { hangs } from './opening.ts'
import { LONGEST_MARKER } from './order-in-section.ts'
import { openingOf, quotationOf, sentencesFrom, withoutLast } from './quote-block.ts'
import { isTermed, isUnderSame } from './section-blocks.ts'
import { isOfSection } from './sections.ts'
import { isSection } from './whole-section.ts'

/** Where no more of a paragraph is left, as a share of the passage's length, its end is shown too: a cut there loses half a thought. */
const SHORT_REST = 0.5
/** The same beside the passage that answers, of which less is shown. */
const SHORT_REST_BESIDE = 0.35
/** UTF-16 code units at the beginning of a paragraph that are shown with what follows. */
const SHORT_BEGINNING = 120
/** UTF-16 code units: a shorter passage tells a fact, and ends with it. */
const SHORTEST_PASSAGE = 500
/** UTF-16 code units of what explains the code above it. */
const LONGEST_EXPLANATION = 350
/** UTF-16 code units of what leads up to a list. */
const LONGEST_LEAD_IN = 240
/** UTF-16 code units of a label, such as "Examples:". */
const LONGEST_LABEL = 24
/** Items of a list that are looked back over for what leads up to it. */
const MOST_ITEMS = 20
/** UTF-16 code units at the beginning of a paragraph in which it names what it explains. */
const NAMING = 80

/** UTF-16 code units of a passage, and whether it stands beside the one that answers. */
interface PassageLength {
  longest: number
  beside?: boolean
}

/** Announces an example, which is nothing without it. */
const EXAMPLE = /^(?:for (?:example|instance)|e\.g\.|example)\b/iu
/** What can introduce what follows it. */
const LEADS_IN = new Set<Block['kind']>(['paragraph', 'caption'])
const LINK = /^(?:\W{0,3}\s*)?<?(?:https?|ftp):\/\/\S+>?$/u
const CODE_WORD = /`([^`\n]+)`/g

/**
 * A passage without what says nothing, and with what belongs to it: where it opens the answer the short rest
 * of its last paragraph, the example that it announces, what explains the code that it ends with, and what leads up to the item that it begins with.
 */
export function completePassage(
  passage: readonly Quotation[],
  { beside = false, longest }: PassageLength,
): Quotation[] {
  const linked = withoutLinks(passage)
  const blocks = linked[0]?.document.blocks
  if (blocks === undefined) return linked
  const told = isSection(linked, blocks) ? linked : withoutStrayItems(linked)
  const isFact = longest < SHORTEST_PASSAGE && !beside
  const begun = isFact ? told : withBeginning(told)
  const whole = isFact ? begun : withRest(begun, (beside ? SHORT_REST_BESIDE : SHORT_REST) * longest)
  return withLeadIn(withLabelled(withExplanation(withExample(whole, blocks), blocks), blocks), blocks)
}

/** A link by itself tells nothing, unless it is all that there is. */
function withoutLinks(passage: readonly Quotation[]): Quotation[] {
  const told = passage.filter(({ quote }) => !LINK.test(quote.trim()))
  return told.some(({ block }) => block?.kind !== 'heading') ? told : [...passage]
}

/** Items that stand behind code, and that nothing in the passage leads up to, are of something else. */
function withoutStrayItems(passage: Quotation[]): Quotation[] {
  const isItem = ({ block }: Quotation) => block?.kind === 'item'
  const stray = passage.findIndex((each, at) => isItem(each) && passage[at - 1]?.block?.kind === 'code')
  return stray < 0 || passage.slice(0, stray).some(isItem) ? passage : passage.slice(0, stray)
}

/** A paragraph from its first sentence on, where only a little stands before the one that answers: it says what that is of. */
function withBeginning(passage: Quotation[]): Quotation[] {
  const [first, ...others] = passage
  if (first?.block === undefined || !isOfSection(first)) return passage
  const { document, block, start, end } = first
  const isProse = block.kind === 'paragraph' || block.kind === 'caption'
  const before = start - block.start
  if (!isProse || before <= 0 || before > SHORT_BEGINNING) return passage
  const whole = quotationOf(document, { start: block.start, end }, block)
  return hangs(whole.quote) ? passage : [whole, ...others]
}

function withRest(passage: Quotation[], most: number): Quotation[] {
  const last = passage.at(-1)
  const { document, block } = last ?? {}
  if (last === undefined || document === undefined || block === undefined) return passage
  const isProse = block.kind === 'paragraph' || block.kind === 'item' || block.kind === 'caption'
  const left = block.end - last.end
  if (!isProse || left <= 0 || left > most) return passage
  const whole = quotationOf(document, { start: last.start, end: block.end }, block)
  return introduces(whole.quote) ? passage : [...passage.slice(0, -1), whole]
}

/** The code of an example that the last sentence announces; without code that is short, that sentence is left out. */
function withExample(passage: Quotation[], blocks: BlockList): Quotation[] {
  const last = passage.at(-1)
  if (last?.block === undefined || last.end < last.block.end || last.block.kind === 'code') return passage
  const { document, block } = last
  const sentences = sentencesFrom(document, block, { start: last.start, most: last.end - last.start })
  const announced = sentences.findIndex(({ start, end }) => EXAMPLE.test(document.text.slice(start, end)))
  const code = blocks.at(firstEndingAfter(blocks, last.end))
  if (announced < 0 || code?.kind !== 'code') return passage
  if (code.end - code.start <= LONGEST_CODE_BESIDE) return [...passage, quotationOf(document, code, code)]
  const [first, before] = [sentences[0], sentences[announced - 1]]
  if (first === undefined || before === undefined) return passage
  return [...passage.slice(0, -1), quotationOf(document, { start: first.start, end: before.end }, block)]
}

function withExplanation(passage: Quotation[], blocks: BlockList): Quotation[] {
  const code = passage.at(-1)
  if (code?.block?.kind !== 'code' || code.end < code.block.end) return passage
  const { document, block } = code
  const next = blocks.at(firstEndingAfter(blocks, block.end))
  if (next === undefined || next.kind !== 'paragraph' || !isUnderSame(block, next)) return passage
  const words = openingOf(document, next, LONGEST_EXPLANATION)
  const explanation = words && introduces(words.quote) ? withoutLast(words) : words
  if (explanation === undefined) return passage
  return explains(explanation.quote, code.quote) ? [...passage, explanation] : passage
}

/** Whether a text speaks of some code: it names a part of it, or points back to it. */
function explains(text: string, code: string): boolean {
  const names = [...text.slice(0, NAMING).matchAll(CODE_WORD)].map(([, name = '']) => name)
  return names.some((name) => code.includes(name)) || hangs(text)
}

/** What a label that the passage begins with stands behind: of "Examples:" alone nobody knows of what. */
function withLabelled(passage: Quotation[], blocks: BlockList): Quotation[] {
  const [first, ...others] = passage
  if (first?.block === undefined || first.quote.length > LONGEST_LABEL || !introduces(first.quote)) return passage
  const { document, block, start, end } = first
  if (start - block.start > LONGEST_MARKER) {
    const [opening] = sentencesFrom(document, block, { start: block.start, most: end - block.start })
    const isShort = opening !== undefined && end - opening.start <= LONGEST_LEAD_IN
    return isShort ? [quotationOf(document, { start: opening.start, end }, block), ...others] : passage
  }
  const before = blocks.at(firstEndingAfter(blocks, start) - 1)
  const isOfIt =
    before?.kind === 'paragraph' && isUnderSame(before, block) && before.end - before.start <= LONGEST_LEAD_IN
  return isOfIt ? [quotationOf(document, before, before), ...passage] : passage
}

/** An item that goes on with the sentence above its list, and what a sentence directly above it introduces, behind that sentence. */
function withLeadIn(passage: Quotation[], blocks: BlockList): Quotation[] {
  const [first] = passage
  if (first?.block === undefined || first.block.kind === 'heading' || first.block.kind === 'row') return passage
  let at = firstEndingAfter(blocks, first.start)
  if (first.block.kind === 'item') {
    if (!/^\p{Ll}/u.test(first.quote.trim()) || isTermed(blocks, at)) return passage
    for (let gone = 0; gone < MOST_ITEMS && blocks.at(at)?.kind === 'item'; gone += 1) at -= 1
  } else if (first.start - first.block.start > LONGEST_MARKER) return passage
  else at -= 1
  const above = at < 0 ? undefined : blocks.at(at)
  const isOfIt = above !== undefined && LEADS_IN.has(above.kind) && isUnderSame(above, first.block)
  const leadIn = isOfIt ? lastSentence(first, above) : undefined
  return leadIn && introduces(leadIn.quote) && leadIn.quote.length <= LONGEST_LEAD_IN ? [leadIn, ...passage] : passage
}

function lastSentence({ document }: Quotation, block: Block): Quotation | undefined {
  const start = Math.max(block.start, block.end - 2 * LONGEST_LEAD_IN)
  const last = blockSentences({ text: document.text, blocks: [block] }, { start, end: block.end }).at(-1)
  return last && quotationOf(document, last, block)
}
