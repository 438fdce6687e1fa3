import type { Block } from '../types.ts'

/** Stored by their place in this list. */
const KINDS = ['paragraph', 'heading', 'item', 'row', 'code', 'quote', 'turn', 'caption', 'furniture'] as const

/** The fields that only some blocks have. */
type Further = Omit<Block, 'start' | 'end' | 'kind' | 'path'>
/** Its kind, how far it begins behind the end of the one before, its length, and what only some have. */
type StoredBlock = [kind: number, gap: number, length: number, further?: Further]

/** Writes blocks as JSON. Those that stand one after the other under the same path share it. */
export function encodeBlocks(blocks: readonly Block[]): string {
  const runs: [path: readonly string[], ...StoredBlock[]][] = []
  let path: readonly string[] | undefined
  let at = 0
  for (const block of blocks) {
    const { start, end, kind, path: own } = block
    if (own !== path) runs.push([own])
    path = own
    const stored: StoredBlock = [KINDS.indexOf(kind), start - at, end - start]
    if (hasFurther(block)) {
      const { start, end, kind, path, ...further } = block
      stored.push(further)
    }
    runs.at(-1)?.push(stored)
    at = end
  }
  return JSON.stringify(runs)
}

/** What every block has. */
const COMMON = new Set(['start', 'end', 'kind', 'path'])

function hasFurther(block: Block): boolean {
  for (const field in block) if (!COMMON.has(field)) return true
  return false
}

/** The blocks that `encodeBlocks` wrote. */
export function decodeBlocks(json: string): Block[] {
  const blocks: Block[] = []
  let at = 0
  for (const [path, ...stored] of JSON.parse(json) as [string[], ...StoredBlock[]][]) {
    for (const [kind, gap, length, further] of stored) {
      const start = at + gap
      at = start + length
      blocks.push({ start, end: at, kind: KINDS[kind] ?? 'paragraph', path, ...further })
    }
  }
  return blocks
}
