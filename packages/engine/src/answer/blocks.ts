import type { Quotation } from '#evidence/ledger.ts'
import type { Span } from '#language/span.ts'
import { blockSentences, contentStart, firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { PASSAGE } from './lengths.ts'

/** Blocks before or behind a place that are looked through: a question costs the same, however long its documents are. */
export const NEARBY = 200
/** UTF-16 code units: what is longer is no sentence. */
const LONGEST_SENTENCE = 700

/** A sentence in its place. */
export interface Spot {
  document: SourceDocument
  /** The sentence that answers. */
  lead: Quotation
  blocks: BlockList
  /** Which of the blocks it stands in. */
  at: number
  /** That block; of a very long one what was read. */
  own: Block
}

/** Where a sentence stands. A text without blocks is one paragraph. */
export function spotOf(lead: Quotation): Spot {
  const { document } = lead
  const whole: Block = { start: 0, end: document.text.length, kind: 'paragraph', path: [] }
  const { blocks = [whole] } = document
  const at = firstEndingAfter(blocks, lead.start)
  return { document, lead, blocks, at, own: lead.block ?? blocks.at(at) ?? whole }
}

/** Words of a document, as a quotation of the block that they stand in. */
export function quotationOf(document: SourceDocument, { start, end }: Span, block: Block): Quotation {
  return { document, start, end, quote: document.text.slice(start, end), block }
}

/** A block as it is quoted: an item without its marker. */
export function wholeBlock(document: SourceDocument, block: Block): Quotation {
  return quotationOf(document, { start: contentStart(document.text, block), end: block.end }, block)
}

/**
 * A part of a block that is no longer than `most`, in whole sentences: from its beginning where it holds a sentence so, else from
 * as far before that as it goes on behind it. A sentence that is longer by itself is all of it.
 */
export function partOf(
  document: SourceDocument,
  block: Block,
  lead: Pick<Span, 'start' | 'end'>,
  most: number,
): Quotation {
  const opening = contentStart(document.text, block)
  if (block.end - opening <= most) return wholeBlock(document, block)
  const from = lead.end - opening <= most ? opening : Math.max(opening, Math.min(lead.end - most, block.end - most))
  const spans = blockSentences(
    { text: document.text, blocks: [block] },
    { start: from, end: Math.min(block.end, from + 2 * most) },
  )
  const isWhole = ({ start }: Span) =>
    from === opening || (start > from && (start >= lead.start || block.end - start <= most))
  const first = spans.find((span) => isWhole(span) && span.start <= lead.start) ?? lead
  const last = spans.findLast(({ end }) => end - first.start <= most) ?? lead
  return quotationOf(document, { start: first.start, end: Math.max(last.end, lead.end) }, block)
}

/** The first sentence of a block. */
export function firstSentence(document: SourceDocument, block: Block): Quotation {
  const start = contentStart(document.text, block)
  const window = { start, end: Math.min(block.end, start + LONGEST_SENTENCE) }
  const [first = window] = blockSentences({ text: document.text, blocks: [block] }, window)
  return quotationOf(document, first, block)
}

/** Whether an item begins with a term that it explains: the last of its path, which the block before it is not under. */
export function isTermed(blocks: BlockList, at: number): boolean {
  const [before, item] = [at > 0 ? blocks.at(at - 1) : undefined, blocks.at(at)]
  if (item?.kind !== 'item' || before === undefined) return false
  // A heading is not under itself.
  const isBelow = before.kind === 'heading' && item.path.length === before.path.length + 1
  return !isBelow && before.path.at(-1) !== item.path.at(-1)
}

/** The first block of the section or the entry that a block is in: behind the nearest heading, term or termed item. */
export function sectionStart(blocks: BlockList, at: number): number {
  let first = at
  while (first > 0 && at - first < NEARBY && !isTermed(blocks, first) && blocks.at(first - 1)?.kind !== 'heading')
    first -= 1
  return first
}

/** The blocks from one on to the next heading or term, as many as are near. */
export function sectionFrom(blocks: BlockList, at: number): Block[] {
  const section: Block[] = []
  for (let next = at; section.length < NEARBY; next += 1) {
    const block = blocks.at(next)
    if (block === undefined || (block.kind === 'heading' && next > at)) break
    if (block.kind !== 'furniture') section.push(block)
  }
  return section
}

/** Whether words say nothing without what follows them. */
export const introduces = (words: string): boolean => /[:：]["”’»)*_]*\s*$/u.test(words)

/** What stands directly before a block and says what it shows, where that is short. */
export function captionOf(document: SourceDocument, blocks: BlockList, at: number): Quotation[] {
  const before = at > 0 ? blocks.at(at - 1) : undefined
  const isText = before?.kind === 'paragraph' || before?.kind === 'item' || before?.kind === 'caption'
  return isText && before.end - before.start <= PASSAGE ? [wholeBlock(document, before)] : []
}
