import type { Quotation } from '#evidence/ledger.ts'
import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { firstEndingAfter } from '../block-sentences.ts'
import { isTermed } from './section-blocks.ts'

/** What stands before the first sentence of a block is no longer. */
export const LONGEST_MARKER = 12
/** Blocks that are further down in their section are all as far down. */
const FAR_DOWN = 100

/** "Description": what stands below it is of what the heading above it names. */
const BARE = new RegExp(`^\\W*(?:${marks.bareLabels.join('|')})\\W*$`, 'iu')

const isBare = (heading: string | undefined) => heading !== undefined && BARE.test(heading)

/** The innermost of the headings and terms above a block that names something. */
export function labelOf(path: readonly string[]): string {
  return path.findLast((heading) => !isBare(heading)) ?? path.at(-1) ?? ''
}

/** Whether a sentence begins its section, and how far down its block is. */
export function orderIn({ document, start, block }: Quotation): { begins: number; order: number } {
  const { blocks = [] } = document
  const at = firstEndingAfter(blocks, start)
  let first = at
  while (first > 0 && at - first < FAR_DOWN && blocks.at(first - 1)?.kind !== 'heading') first -= 1
  const begins = block !== undefined && first > 0 && at === first && start - block.start < LONGEST_MARKER
  return { begins: Number(begins), order: 1 / (1 + at - first) }
}

/**
 * The headings and terms that a sentence opens: those directly above it, or the term that an item explains; none where it
 * begins nothing.
 */
export function opensUnder({ block, start, document }: Quotation): readonly string[] {
  const { blocks = [] } = document
  if (block === undefined || start - block.start >= LONGEST_MARKER) return []
  const at = firstEndingAfter(blocks, start)
  let headings = 0
  while (headings < block.path.length && blocks.at(at - headings - 1)?.kind === 'heading' && headings < at)
    headings += 1
  if (headings > 0) return block.path.slice(-headings - Number(isBare(block.path.at(-headings))))
  return block.kind === 'item' && isTermed(blocks, at) ? block.path.slice(-1) : []
}
