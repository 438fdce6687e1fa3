import type { Quotation } from '#evidence/ledger.ts'
import { lineBefore } from '#language/line-before.ts'
import type { Block, SourceDocument } from '../types.ts'
import { captionOf, quotationOf } from './blocks.ts'
import { CODE, PASSAGE } from './lengths.ts'
import type { Cutter } from './passage.ts'

const EMPTY_LINE = /\n[^\S\n]*\n/g

/** Code whole, or the part of a long program that a line stands in, behind what says what it shows. */
export const cutCode: Cutter = ({ document, lead, blocks, at, own }) => {
  return { parts: [...captionOf(document, blocks, at), codeOf(document, own, lead.start)] }
}

/** Code whole where it is short enough; else whole lines from the last empty line before a place. */
export function codeOf(document: SourceDocument, block: Block, place: number): Quotation {
  if (block.end - block.start <= CODE) return quotationOf(document, block, block)
  const before = document.text.slice(Math.max(block.start, place - CODE), place)
  const gap = [...before.matchAll(EMPTY_LINE)].at(-1)
  const start = gap
    ? place - before.length + gap.index + gap[0].length
    : place - lineBefore(document.text, place).length
  const from = Math.max(block.start, start)
  const window = document.text.slice(from, Math.min(block.end, from + PASSAGE))
  const lastLine = window.lastIndexOf('\n')
  const length = from + window.length === block.end || lastLine <= 0 ? window.length : lastLine
  return quotationOf(document, { start: from, end: Math.max(from + length, Math.min(block.end, place + 1)) }, block)
}
