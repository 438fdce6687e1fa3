import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { firstSentence, isTermed, NEARBY, partOf, quotationOf, wholeBlock } from './blocks.ts'
import { LIST, PASSAGE } from './lengths.ts'
import type { Passage } from './passage.ts'

/** UTF-16 code units of what an item of a cut list is told by. */
const LABEL = 100

/** The blocks of a list, or of the part of a long one that is near: its items with what belongs to each. */
export interface List {
  blocks: readonly Block[]
  /** How deep its own items stand. */
  depth: number
  isTermed: boolean
}

/** A list whole where it is short, else what each of its items is called, and the one that answers whole. */
export function shownList(document: SourceDocument, list: List, lead?: Quotation): Omit<Passage, 'lead'> {
  if (lengthOfList(list) <= LIST) return { parts: list.blocks.map((block) => wholeBlock(document, block)) }
  const items = list.blocks.filter(({ kind, depth = 1 }) => kind === 'item' && depth === list.depth)
  const parts: Quotation[] = []
  for (const item of items) {
    const isLead = lead !== undefined && item.start <= lead.start && lead.start < item.end
    const shown = isLead ? partOf(document, item, lead, PASSAGE) : labelOf(document, item, list)
    if (parts.length > 0 && lengthOf(parts) + shown.quote.length > LIST) break
    parts.push(shown)
  }
  const count = items.length - parts.length
  return { parts, ...(count > 0 && { more: { of: 'items', count } }) }
}

/** What an item is called: its term, else its first sentence, cut where that is long. */
function labelOf(document: SourceDocument, item: Block, { isTermed }: List): Quotation {
  const sentence = firstSentence(document, item)
  const { start } = sentence
  const term = isTermed ? (item.path.at(-1) ?? '') : ''
  const at = term === '' ? -1 : document.text.slice(start, start + term.length + LABEL).indexOf(term)
  if (at >= 0) return quotationOf(document, { start, end: start + at + term.length }, item)
  if (sentence.quote.length <= LABEL) return sentence
  const end = sentence.quote.lastIndexOf(' ', LABEL)
  return quotationOf(document, { start, end: start + (end > 0 ? end : LABEL) }, item)
}

export const lengthOfList = ({ blocks }: List): number => (blocks.at(-1)?.end ?? 0) - (blocks[0]?.start ?? 0)

/** The list that begins with an item. */
export function listFrom(blocks: BlockList, first: number): List {
  const found: Block[] = []
  const depth = blocks.at(first)?.depth ?? 1
  for (let at = first; found.length < NEARBY; at += 1) {
    const block = blocks.at(at)
    const isOfList = block?.kind === 'item' ? (block.depth ?? 1) >= depth : belongs(blocks, at)
    if (block === undefined || !isOfList) break
    found.push(block)
  }
  return { blocks: found, depth, isTermed: isTermed(blocks, first) }
}

/** Where the list begins that an item belongs to. */
export function firstItem(blocks: BlockList, at: number): number {
  const depth = blocks.at(at)?.depth ?? 1
  let first = at
  for (let before = at - 1; before >= 0 && at - before < NEARBY; before -= 1) {
    const block = blocks.at(before)
    if (block?.kind === 'item' && (block.depth ?? 1) < depth) break
    if (block?.kind === 'item') first = before
    else if (!belongs(blocks, before)) break
  }
  return first
}

/** Whether code or a paragraph is a part of the item before it: it explains its term, or the items go on counting behind it. */
export function belongs(blocks: BlockList, at: number): boolean {
  const [before, block, next] = [at > 0 ? blocks.at(at - 1) : undefined, blocks.at(at), blocks.at(at + 1)]
  if (before?.kind !== 'item' && before?.kind !== 'paragraph' && before?.kind !== 'code') return false
  if (block?.kind === 'code') return next?.kind === 'item' || before.kind === 'item'
  if (block?.kind !== 'paragraph' || before.kind === 'paragraph') return false
  const goesOn = next?.kind === 'item' && next.number !== undefined && next.number > 1
  return goesOn || (isTermed(blocks, at - 1) && before.path.at(-1) === block.path.at(-1))
}
