import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList } from '../types.ts'
import { LONGEST_CODE, LONGEST_CODE_BESIDE } from './code-passage.ts'
import { introduces } from './introduces.ts'
import type { PassageRules } from './opening-passage.ts'
import { LONGEST_MARKER } from './order-in-section.ts'
import { openingOf, quotationOf, sentencesFrom, withoutLast } from './quote-block.ts'
import { isUnderSame, LAST_HEADING_LEVEL } from './section-blocks.ts'

/** UTF-16 code units of the items that a list is shown whole with. */
const SHORT_REST = 300
/** Items that are looked at behind the last one that is shown. */
const MOST_ITEMS = 12
/** UTF-16 code units: a block that ends within a sentence and is shorter is what its code is called. */
const LONGEST_LABEL = 60
const ENDS_SENTENCE = /[.!?:;…。！？：；]["”’»)\]*_`]*$/u
/** "The following table lists all of them.", "See the example below." */
const ANNOUNCES = new RegExp(`(?:${marks.announces.join('|')})[^.!?]*(?:[.!?]["”’»)]*)?$`, 'iu')
/** Says only that something is explained. */
const BARE_LABEL = new RegExp(`^\\W*(?:${marks.bareLabels.join('|')})\\W*$`, 'iu')
/** "Learn more →" */
const LINK_TEXT = new RegExp(`^\\P{L}*(?:${marks.linkTexts.join('|')})\\P{L}*$`, 'iu')
/** "Common options" */
const LABEL = /^\p{L}+(?: \p{L}+){1,2}$/u
/** "`REPOSITORY`", also as the only cell of a row */
const NAME = /^[\s|]*`[^`\s]+`[\s|]*$/
const PROSE = new Set<Block['kind']>(['paragraph', 'caption', 'quote'])

type Rules = Pick<PassageRules, 'asksForCode'>

/**
 * A passage that begins and ends where a thought does: with the first half of a sentence that goes on behind code, with the
 * code that its last sentence leads into and with the short rest of its list; and without a label that says nothing, or a
 * last sentence that announces what is not shown.
 */
export function withWholeEnds(passage: readonly Quotation[], rules: Rules): Quotation[] {
  const { blocks } = passage[0]?.document ?? {}
  if (blocks === undefined) return [...passage]
  const begun = withBegun(withoutLabel(passage), blocks)
  return withoutAnnouncement(withoutStrayEnd(withRestOfList(withCode(begun, blocks, rules), blocks)))
}

/** A passage without "Description:" before the description. */
function withoutLabel(passage: readonly Quotation[]): readonly Quotation[] {
  const [first, next] = passage
  // A term that is explained may be called so.
  const isTerm = first?.block?.kind === 'heading' && (first.block.level ?? 1) > LAST_HEADING_LEVEL
  const isBare = first?.block !== undefined && !isTerm && BARE_LABEL.test(first.quote)
  return isBare && next?.block && PROSE.has(next.block.kind) ? passage.slice(1) : passage
}

/** What a sentence begins with before the code that it goes on behind, and that code. */
function withBegun(passage: readonly Quotation[], blocks: BlockList): readonly Quotation[] {
  const [first] = passage
  if (!first?.block || !PROSE.has(first.block.kind) || !/^\p{Ll}/u.test(first.quote)) return passage
  if (first.start - first.block.start > LONGEST_MARKER) return passage
  const at = firstEndingAfter(blocks, first.start)
  const [begun, code] = [blocks.at(at - 2), blocks.at(at - 1)]
  if (at < 2 || code?.kind !== 'code' || begun === undefined || !leadsInto(first, begun, code)) return passage
  const { document } = first
  const last = sentencesFrom(document, begun, { start: begun.start, most: begun.end - begun.start }).at(-1)
  const isShort = code.end - code.start <= LONGEST_CODE_BESIDE
  return last && isShort ? [quotationOf(document, last, begun), quotationOf(document, code, code), ...passage] : passage
}

/** Whether a block ends within a sentence, and code follows it. */
function leadsInto({ document }: Quotation, block: Block, code: Block | undefined): boolean {
  if (code?.kind !== 'code' || !PROSE.has(block.kind) || !isUnderSame(block, code)) return false
  return !ENDS_SENTENCE.test(document.text.slice(block.start, block.end).trim())
}

/** The code that the last sentence leads into, and what goes on with that sentence; without short code that sentence is left out. */
function withCode(passage: readonly Quotation[], blocks: BlockList, { asksForCode }: Rules): readonly Quotation[] {
  const last = passage.at(-1)
  if (!last?.block || last.end < last.block.end) return passage
  const at = firstEndingAfter(blocks, last.block.end)
  const code = blocks.at(at)
  if (code === undefined || !leadsInto(last, last.block, code)) return passage
  const isShort = code.end - code.start <= (asksForCode ? LONGEST_CODE : LONGEST_CODE_BESIDE)
  const { document } = last
  const isLabel = last.block.end - last.block.start <= LONGEST_LABEL || !/\s\p{Ll}/u.test(last.quote)
  if (isShort && !(isLabel && !asksForCode)) {
    const next = blocks.at(at + 1)
    const goesOn = next && PROSE.has(next.kind) && /^\p{Ll}/u.test(document.text.slice(next.start, next.end))
    const rest = goesOn ? openingOf(document, next, 0) : undefined
    return [...passage, quotationOf(document, code, code), ...(rest ? [rest] : [])]
  }
  return withoutLastSentence(passage)
}

/** The other items of the list that a passage ends within, where they are short. */
function withRestOfList(passage: readonly Quotation[], blocks: BlockList): readonly Quotation[] {
  const [before, last] = passage.slice(-2)
  if (last?.block?.kind !== 'item' || last.end < last.block.end) return passage
  if (before?.block === undefined || before.block === last.block) return passage
  const depth = last.block.depth ?? 1
  // Of the things that are listed one answers; what is listed of it belongs to it.
  if (before.block.kind !== 'item' || depth === 1) return passage
  const rest: Quotation[] = []
  const first = firstEndingAfter(blocks, last.block.end)
  for (let at = first; at < first + MOST_ITEMS; at += 1) {
    const block = blocks.at(at)
    if (block?.kind !== 'item' || (block.depth ?? 1) < depth) break
    const words = openingOf(last.document, block, block.end - block.start)
    if (words) rest.push(words)
  }
  return rest.length < MOST_ITEMS && lengthOf(rest) <= SHORT_REST ? [...passage, ...rest] : passage
}

/** A passage without the text of a link, or the label of what is not shown, behind what is told by then. */
function withoutStrayEnd(passage: readonly Quotation[]): readonly Quotation[] {
  const [before, last] = passage.slice(-2)
  if (!last?.block || !before?.block || before.block.kind === 'heading') return passage
  const words = last.quote.trim()
  // A label with a name below it tells nothing of what that is.
  if (NAME.test(words) && LABEL.test(before.quote.trim())) return withoutStrayEnd(passage.slice(0, -1))
  if (!PROSE.has(last.block.kind)) return passage
  const isSaid = !PROSE.has(before.block.kind) || (ENDS_SENTENCE.test(before.quote.trim()) && !introduces(before.quote))
  return isSaid && (LINK_TEXT.test(words) || LABEL.test(words)) ? withoutStrayEnd(passage.slice(0, -1)) : passage
}

function withoutAnnouncement(passage: readonly Quotation[]): Quotation[] {
  const last = passage.at(-1)
  if (!last?.block || !(PROSE.has(last.block.kind) || last.block.kind === 'item')) return [...passage]
  return ANNOUNCES.test(last.quote) && !introduces(last.quote) ? withoutLastSentence(passage) : [...passage]
}

/** A passage without its last sentence, unless it is nothing else. */
function withoutLastSentence(passage: readonly Quotation[]): Quotation[] {
  const last = passage.at(-1)
  const before = last && withoutLast(last)
  const kept = [...passage.slice(0, -1), ...(before ? [before] : [])]
  return kept.some(({ block }) => block?.kind !== 'heading') ? kept : [...passage]
}
