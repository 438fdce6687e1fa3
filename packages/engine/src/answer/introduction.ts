import type { Block, BlockList, SourceDocument } from '../types.ts'

/** Blocks at the beginning of a document among which it says what it is about. */
const FIRST_BLOCKS = 24
/** UTF-16 code units: what is shorter is a label, a link or a date. */
const SHORTEST = 25

/** The paragraph with which a document begins: it says what the document is about. Without blocks none is known. */
export function introductionOf({ text, blocks }: Pick<SourceDocument, 'text' | 'blocks'>): Block | undefined {
  if (blocks === undefined) return undefined
  for (let at = 0; at < Math.min(blocks.length, FIRST_BLOCKS); at += 1) {
    const block = blocks.at(at)
    if (block !== undefined && isProse(block, text.slice(block.start, block.end), blocks, at)) return block
  }
  return undefined
}

function isProse({ kind, start, end }: Block, words: string, blocks: BlockList, at: number): boolean {
  if (kind !== 'paragraph' || end - start < SHORTEST) return false
  // A line that only leads up to a list or to code introduces that.
  return !/[:：]\s*$/u.test(words) && (blocks.at(at + 1)?.kind !== 'code' || /[.!。！]\s*$/u.test(words))
}
