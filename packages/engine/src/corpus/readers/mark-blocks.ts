import type { Block } from '../types.ts'

/** A paragraph before code says what the code is for. */
export function markBlocks(blocks: Block[]): void {
  for (const [at, block] of blocks.entries())
    if (block.kind === 'paragraph' && blocks[at + 1]?.kind === 'code') blocks[at] = { ...block, kind: 'caption' }
}
