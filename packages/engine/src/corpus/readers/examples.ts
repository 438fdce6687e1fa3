import { lineBefore } from '#language/line-before.ts'
import type { Block } from '../types.ts'

/** "Example: redirect all traffic." */
const EXAMPLE = /^examples?\s*(?:\([^)\n]*\)|\d{1,2})?\s*:/i
/** Columns by which the lines of an example are set apart from its title, at least. */
const LEAST_SET = 3

/** Parts the lines of an example from the line above them that says what it is of. */
export function partExamples(blocks: Block[], text: string): void {
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (block?.kind !== 'paragraph') continue
    const words = text.slice(block.start, block.end)
    if (!EXAMPLE.test(words)) continue
    const indent = lineBefore(text, block.start).length
    const first = words.indexOf('\n')
    const next = blocks[at + 1]
    if (first < 0 && next?.kind === 'paragraph' && !words.endsWith(':')) {
      const isBelow = /^\n[^\S\n]+$/.test(text.slice(block.end, next.start))
      const isSet = isBelow && next.start - block.end > indent + LEAST_SET
      if (isSet) blocks[at + 1] = { ...next, start: block.end + 1, kind: 'code' }
    }
    if (first < 0) continue
    const lines = words.slice(first + 1).split('\n')
    if (!lines.every((line) => line.search(/\S/) >= indent + LEAST_SET)) continue
    const start = block.start + first + 1
    blocks.splice(at, 1, { ...block, end: start - 1 }, { start, end: block.end, kind: 'code', path: block.path })
  }
}
