import type { Block } from './types.ts'

/** A text, and the blocks that it consists of. */
export interface Blocks {
  text: string
  blocks: readonly Block[]
}

/** Changes each block of a text, and what stands between them; the blocks of which nothing is left go. */
export function changeBlocks({ text, blocks }: Blocks, change: (text: string) => string): Blocks {
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
