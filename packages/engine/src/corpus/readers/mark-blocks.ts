import type { Block } from '../types.ts'
import { withoutChecks } from './checks.ts'
import { drawnRows, isDrawing } from './drawings.ts'
import { partExamples } from './examples.ts'
import { withFacts } from './facts.ts'
import { asFurniture } from './settled-block.ts'

/** "This page last modified on 2022-06-24 16:56:23 UTC", "Last updated: June 3, 2024" */
const PAGE_DATE =
  /^(?:this (?:page|document) (?:was )?|page )?last (?:modified|updated|changed|edited|revised)(?: on| at|:) [^.]*\d{4}[^.]*\.?$/i
/** What the authors of a page still have to do. */
const UNDONE = /^(?:FIXME|TODO|XXX|TBD)\b/
/** UTF-16 units of the longest of these words, and what stands behind it. */
const UNDONE_LENGTH = 'FIXME:'.length
/** UTF-16 units: a longer paragraph says more than when its page changed. */
const LONGEST_DATE = 90

/**
 * Marks the paragraphs of a text that are something else: one before code says what the code is for; one that says when the
 * page last changed, and nothing else, is furniture, and so are what is drawn and what the authors remind themselves of.
 */
export function markBlocks(blocks: Block[], text: string): void {
  for (const at of drawnRows(blocks, text)) asFurniture(blocks, at)
  withoutChecks(blocks, text)
  partExamples(blocks, text)
  for (const [at, { kind, start, end }] of blocks.entries())
    if (kind === 'code' && isDrawing(text.slice(start, end))) asFurniture(blocks, at)
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'paragraph') continue
    const { start, end } = block
    if (UNDONE.test(text.slice(start, Math.min(end, start + UNDONE_LENGTH)))) asFurniture(blocks, at)
    else if (blocks[at + 1]?.kind === 'code') blocks[at] = { ...block, kind: 'caption' }
    else if (end - start <= LONGEST_DATE && PAGE_DATE.test(text.slice(start, end))) asFurniture(blocks, at)
  }
  withFacts(blocks, text)
}
