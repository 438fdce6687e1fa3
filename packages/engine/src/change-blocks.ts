import type { Block } from './types.ts'

/** A whole text in memory, and the blocks that it consists of. */
export interface BlockedText {
  text: string
  blocks: readonly Block[]
}

/** Changes each block of a text, and what stands between them; a block of which nothing is left is dropped. */
export function changeBlocks({ text, blocks }: BlockedText, change: (text: string) => string): BlockedText {
  const parts: string[] = []
  const kept: Block[] = []
  let length = 0
  let last = 0
  for (const block of blocks) {
    const piece = change(text.slice(block.start, block.end))
    if (piece.trim() === '') continue
    const gap = kept.length === 0 ? '' : change(text.slice(last, block.start))
    const start = length + gap.length
    length = start + piece.length
    parts.push(gap, piece)
    kept.push({ ...block, start, end: length })
    last = block.end
  }
  return { text: parts.join(''), blocks: kept }
}
