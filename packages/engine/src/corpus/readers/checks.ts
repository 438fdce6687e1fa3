import type { Block } from '../types.ts'
import { asFurniture } from './settled-block.ts'

/** A line that only ticks columns: "yes | no | yes". */
const CHECKS = /^\s*(?:(?:yes|no|x|-)(?:\(\W\))?\s*)?(?:\|\s*(?:(?:yes|no|x|-)(?:\(\W\))?\s*)?)+$/i
/** UTF-16 code units: longer code is none of these lines. */
const LONGEST = 200
/** The columns above it, at the end of a paragraph: "May be used in: defaults | frontend". */
const COLUMNS = /(?:^|\n)[^\n]*\S \| [^\n]*$/

/**
 * Makes furniture of lines that only tick columns, and of the line above that names these: away from their place they tell
 * nothing.
 */
export function withoutChecks(blocks: Block[], text: string): void {
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (block?.kind !== 'code' || block.end - block.start > LONGEST) continue
    if (!CHECKS.test(text.slice(block.start, block.end))) continue
    asFurniture(blocks, at)
    const above = blocks[at - 1]
    if (above === undefined || above.end > block.start) continue
    const columns = COLUMNS.exec(text.slice(Math.max(above.start, above.end - LONGEST), above.end))
    if (columns === null) continue
    const before = text.slice(above.start, above.end - columns[0].length).trimEnd()
    if (above.kind === 'row' || before === '') asFurniture(blocks, at - 1)
    else if (above.kind === 'paragraph' || above.kind === 'caption') {
      const start = above.end - columns[0].length + 1
      blocks[at - 1] = { ...above, kind: 'paragraph', end: above.start + before.length }
      blocks.splice(at, 0, { start, end: above.end, kind: 'furniture', path: above.path })
      at += 1
    }
  }
}
