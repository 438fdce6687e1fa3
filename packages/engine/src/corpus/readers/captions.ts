import type { Block } from '../types.ts'

/** The paragraph before code says what the code is for. */
export function markCaptions(blocks: Block[]): void {
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'paragraph' && blocks[at + 1]?.kind === 'code') blocks[at] = { ...block, kind: 'caption' }
  }
}
