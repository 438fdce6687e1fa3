import type { Quotation } from '#evidence/ledger.ts'
import type { Span } from '#language/sentences.ts'
import { blockSentences } from '../block-sentences.ts'
import type { Block, SourceDocument } from '../types.ts'
import { pointsBack, tieLength } from './opening.ts'

/** A sentence that begins among so many UTF-16 code units ends before this many more. */
const LONGEST_SENTENCE = 700

/** The sentences of a block from a place on, as many as may be shown and one more. */
export function sentencesFrom(
  { text }: SourceDocument,
  block: Block,
  { start, most }: { start: number; most: number },
): Span[] {
  const end = Math.min(block.end, start + most + LONGEST_SENTENCE)
  return blockSentences({ text, blocks: [block] }, { start, end })
}

/** Words of a document, as a quotation of the block that they stand in. */
export function quotationOf(document: SourceDocument, { start, end }: Span, block: Block): Quotation {
  return { document, start, end, quote: document.text.slice(start, end), block }
}

/** The first sentences of a block, as many as are no longer together than `most`, but always one. */
export function openingOf(document: SourceDocument, block: Block, most: number): Quotation | undefined {
  const spans = sentencesFrom(document, block, { start: block.start, most })
  const [first] = spans
  if (first === undefined) return undefined
  const last = spans.findLast(({ end }) => end - first.start <= most) ?? first
  return quotationOf(document, { start: first.start, end: last.end }, block)
}

/** A sentence that is not clear by itself with those before it in its block, where these are no longer together than `most`. */
export function fromClear(lead: Quotation, block: Block | undefined, most: number): Quotation {
  const isUnclear = pointsBack(lead.quote) || tieLength(lead.quote) > 0
  if (block === undefined || block.kind === 'code' || !isUnclear || lead.end - block.start > most) return lead
  const [first] = sentencesFrom(lead.document, block, { start: block.start, most })
  const start = first?.start ?? lead.start
  return { ...lead, start, quote: lead.document.text.slice(start, lead.end) }
}
