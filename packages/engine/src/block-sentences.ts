import { listMarkerOf } from '#language/list-marker.ts'
import { sentences } from '#language/sentences.ts'
import type { Span } from '#language/span.ts'
import type { Block, BlockList, ReadableText } from './types.ts'

/** A text that may be read a part at a time, and the blocks that it consists of, if they are known. */
export interface BlockText {
  text: ReadableText
  blocks?: BlockList | undefined
}

/** Where a sentence or a line of code stands, and the block that holds it; undefined for a text without blocks. */
export interface BlockSentence extends Span {
  block?: Block
}

/**
 * What can be quoted of a part of a text, in order: the sentences of each block, whole rows of tables, and code line by
 * line. Headings and furniture are left out, and so are the markers of list items. No sentence runs across two blocks.
 * `language` is a BCP 47 tag; default: English.
 */
export function blockSentences(
  { text, blocks }: BlockText,
  { start, end }: Span = { start: 0, end: text.length },
  language?: string,
): BlockSentence[] {
  const part = text.slice(start, end)
  const shifted = (span: Span): Span => ({ start: span.start + start, end: span.end + start })
  if (blocks === undefined) return sentences(part, language).map(shifted)
  const units: Span[] = []
  const owners: Block[] = []
  for (let at = firstEndingAfter(blocks, start); at < blocks.length; at += 1) {
    const block = blocks.at(at)
    if (block === undefined || block.start >= end) break
    if (block.kind === 'heading' || block.kind === 'furniture') continue
    const before = units.length
    const within = { start: Math.max(contentStart(text, block), start) - start, end: Math.min(block.end, end) - start }
    if (within.start >= within.end) continue
    if (block.kind === 'code') addLines(part, within, units)
    else units.push(within)
    for (let count = before; count < units.length; count += 1) owners.push(block)
  }
  let unit = 0
  return sentences(part, language, units).map((span) => {
    while ((units[unit]?.end ?? part.length) < span.end) unit += 1
    const block = owners[unit]
    return block ? { start: span.start + start, end: span.end + start, block } : shifted(span)
  })
}

/** A marker is no longer than this. */
const LONGEST_MARKER = 12

/** Where a block begins to say something: an item behind its marker. */
export function contentStart(text: ReadableText, { kind, start }: Block): number {
  if (kind !== 'item') return start
  return start + (listMarkerOf(text.slice(start, start + LONGEST_MARKER))?.length ?? 0)
}

function addLines(text: string, { start, end }: Span, lines: Span[]): void {
  for (let from = start; from < end; ) {
    const found = text.indexOf('\n', from)
    const to = found === -1 || found > end ? end : found
    if (to > from) lines.push({ start: from, end: to })
    from = to + 1
  }
}

/** The index of the first block that ends behind a place. */
export function firstEndingAfter(blocks: BlockList, place: number): number {
  let [low, high] = blocks.around?.(place) ?? [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((blocks.at(middle)?.end ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}
