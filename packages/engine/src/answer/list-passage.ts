import { lengthOf, type Quotation } from '#evidence/ledger.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { introduces } from './introduces.ts'
import { openingOf, quotationOf, sentencesFrom, withoutLast } from './quote-block.ts'
import { readsOn } from './reading-on.ts'
import { isTermed, isUnderSame, LAST_HEADING_LEVEL, sectionFrom } from './section-blocks.ts'

/** Characters of a list that are read through. */
export const LONGEST_LIST = 900
/** The same of terms that are asked for: without what each is, their names say nothing. */
export const LONGEST_TERMS = 1_400
/** Of an item, so many characters say what it is. */
const LONGEST_ITEM = 160
/** Of the item that a sentence is of, so much is shown. */
const LONGEST_OWN = 500
/** A longer paragraph does more than introduce a list: its last sentence does that. */
const LONGEST_INTRODUCTION = 240
/** More terms, and the reader is better served by the source. */
const MOST_TERMS = 30

/**
 * A list with what introduces it, where a sentence is an item of one or leads up to one: of each item its first sentence,
 * of terms that are being defined the terms and what each is. Empty where there is no list.
 */
export function listPassage(lead: Quotation, blocks: BlockList, at: number): Quotation[] {
  const own = blocks.at(at)
  if (own === undefined) return []
  const section = sectionFrom(blocks, at)
  const inSection = section.findIndex(({ kind }) => kind === 'item')
  const followed = section.slice(0, Math.max(0, inSection)).every(({ kind }) => kind === 'paragraph' || kind === 'code')
  if (inSection >= 0 && followed) {
    if (inSection > 0) return withIntroduction(lead, blocks, at + inSection)
    // An item that is known by its term answers by itself, with what follows it.
    return isTermed(blocks, at)
      ? itemsFrom(lead.document, blocks, at, LONGEST_LIST, lead)
      : withIntroduction(lead, blocks, firstItem(blocks, at))
  }
  if (own.kind !== 'paragraph') return []
  const next = blocks.at(at + section.length)
  // The chapters of a document are no list, unless a sentence announces them.
  const isListed = (next?.level ?? 0) > LAST_HEADING_LEVEL || introduces(lead.quote)
  const terms = isListed ? termsFrom(lead.document, blocks, at + section.length, LONGEST_TERMS) : []
  return terms.length > 0 ? [lead, ...terms] : listAbove(lead, blocks, at)
}

/** A list that a sentence stands directly below, with what introduces it, and the sentence. */
function listAbove(lead: Quotation, blocks: BlockList, at: number): Quotation[] {
  const { document } = lead
  const first = firstTerm(blocks, at)
  const before = first === undefined || first === 0 ? undefined : blocks.at(first - 1)
  const terms = first === undefined ? [] : termsFrom(document, blocks, first, LONGEST_TERMS)
  const introduction = before?.kind === 'paragraph' ? introductionIn(document, before) : undefined
  return terms.length > 0 && introduction ? [introduction, ...terms, lead] : []
}

/** The first of the terms that are explained directly above a block. */
function firstTerm(blocks: BlockList, at: number): number | undefined {
  const depth = blocks.at(at)?.path.length ?? 0
  let first: number | undefined
  for (let above = at - 1; above >= 0; above -= 1) {
    const block = blocks.at(above)
    if (block === undefined || block.path.length < depth) break
    if (block.kind === 'heading' && (block.level ?? 1) > LAST_HEADING_LEVEL) first = above
    else if (block.path.length === depth || block.kind === 'heading') break
  }
  return first
}

/**
 * The items of a list from its first one on, each by its first sentence, as many as are read through. `lead`: a sentence
 * whose item is shown whole.
 */
export function itemsFrom(
  document: SourceDocument,
  blocks: BlockList,
  first: number,
  longest: number,
  lead?: Quotation,
): Quotation[] {
  const found: Quotation[] = []
  let length = 0
  for (const item of ownItems(blocks, first)) {
    const [sentence] = sentencesFrom(document, item, { start: item.start, most: LONGEST_ITEM })
    if (sentence === undefined) continue
    const isOwn = lead !== undefined && item.start <= lead.start && lead.start < item.end
    const isShort = item.end - item.start <= (isOwn ? LONGEST_OWN : LONGEST_ITEM)
    const words = quotationOf(document, isShort ? { start: sentence.start, end: item.end } : sentence, item)
    length += words.quote.length
    if (found.length > 0 && length > longest) break
    found.push(words)
  }
  // What an item introduces is shown behind the last one alone.
  return found.map((words, i) =>
    i < found.length - 1 && introduces(words.quote) ? (withoutLast(words) ?? words) : words,
  )
}

/** The items of a list, but for those of the lists in it. */
function ownItems(blocks: BlockList, first: number): readonly Block[] {
  const depth = blocks.at(first)?.depth ?? 1
  return listFrom(blocks, first).filter((block) => block.kind === 'item' && (block.depth ?? 1) === depth)
}

/** Whether some items are all of their list. */
export function isWholeList(blocks: BlockList, first: number, items: readonly Quotation[]): boolean {
  return ownItems(blocks, first).length <= items.length
}

/** The blocks of a list: its items, with what belongs to them. */
function listFrom(blocks: BlockList, first: number): readonly Block[] {
  const section = sectionFrom(blocks, first)
  const end = section.findIndex((block, i) => i > 0 && !belongs(block, section[i - 1]))
  return section.slice(0, end < 0 ? section.length : end)
}

/** Whether a block goes on with a list: as an item, or as what belongs to the one before. */
function belongs(block: Block, before: Block | undefined): boolean {
  if (block.kind === 'item') return true
  if (before === undefined || (block.kind !== 'code' && block.kind !== 'paragraph')) return false
  return block.kind === 'code' || isUnderSame(block, before)
}

/** Where the list begins that an item belongs to. */
function firstItem(blocks: BlockList, at: number): number {
  let first = at
  for (let i = at - 1; i >= 0; i -= 1) {
    const block = blocks.at(i)
    if (block?.kind === 'item') first = i
    else if (block === undefined || !isWithin(blocks, i, blocks.at(first))) break
  }
  return first
}

/** Whether a block stands between two items of one list, as a part of the one before it. */
function isWithin(blocks: BlockList, at: number, after: Block | undefined): boolean {
  const [block, before] = [blocks.at(at), blocks.at(at - 1)]
  if (block?.kind === 'code') return before?.kind === 'item' || before?.kind === 'paragraph'
  if (block?.kind !== 'paragraph' || before?.kind !== 'item' || after === undefined) return false
  const isCounted = before.number !== undefined && after.number === before.number + 1
  return isCounted || (isTermed(blocks, at - 1) && isUnderSame(block, before))
}

function withIntroduction(lead: Quotation, blocks: BlockList, first: number): Quotation[] {
  const { document, block: own } = lead
  const items = itemsFrom(document, blocks, first, LONGEST_LIST, lead)
  if (items.length < 2) return []
  const before = first > 0 ? blocks.at(first - 1) : undefined
  const introduction = before?.kind === 'paragraph' ? introductionIn(document, before) : undefined
  if (own?.kind === 'item') return [...(introduction ? [introduction] : []), ...items]
  if (introduction === undefined) return [lead, ...items]
  if (introduction.start <= lead.start && lead.end <= introduction.end) return [introduction, ...items]
  return [lead, introduction, ...items]
}

/** What of a paragraph introduces what follows it: all of it where it is short, else its last sentence. */
function introductionIn(document: SourceDocument, block: Block): Quotation | undefined {
  const isShort = block.end - block.start <= LONGEST_INTRODUCTION
  const start = isShort ? block.start : Math.max(block.start, block.end - LONGEST_INTRODUCTION)
  const spans = sentencesFrom(document, block, { start, most: LONGEST_INTRODUCTION })
  const [first] = isShort ? spans : spans.slice(-1)
  const last = spans.at(-1)
  return first && last && quotationOf(document, { start: first.start, end: last.end }, block)
}

/** The terms or headings that stand below a section, from the first on, each with what it is where that is short. */
export function termsFrom(document: SourceDocument, blocks: BlockList, first: number, longest: number): Quotation[] {
  const { kind, level } = blocks.at(first) ?? {}
  if (kind !== 'heading' || level === undefined || isWithinTerms(blocks, first, level)) return []
  const terms: number[] = []
  for (let at = first; terms.length < MOST_TERMS; at += 1) {
    const block = blocks.at(at)
    if (block === undefined || (block.kind === 'heading' && (block.level ?? 1) < level)) break
    if (block.kind === 'heading' && block.level === level) terms.push(at)
  }
  if (terms.length < 2) return []
  const explained = terms.map((at) => explainedTerm(document, blocks, at))
  return lengthOf(explained.flat()) <= longest ? explained.flat() : explained.flatMap(([term]) => term ?? [])
}

/** Whether a term stands behind what explains another one of its list. */
function isWithinTerms(blocks: BlockList, first: number, level: number): boolean {
  const [own, before] = [blocks.at(first), blocks.at(first - 1)]
  // What stands beside the terms, and under none of them, introduces their list.
  if (own && before && before.kind !== 'heading' && isUnderSame(own, before)) return false
  return (headingBefore(blocks, first)?.level ?? 0) >= level
}

function headingBefore(blocks: BlockList, at: number): Block | undefined {
  for (let before = at - 1; before >= 0; before -= 1) {
    const block = blocks.at(before)
    if (block?.kind === 'heading') return block
  }
  return undefined
}

/** A term, and the first sentence of what explains it. */
function explainedTerm(document: SourceDocument, blocks: BlockList, at: number): Quotation[] {
  const [term, next, other] = [blocks.at(at), blocks.at(at + 1), blocks.at(at + 2)]
  if (term === undefined) return []
  const name = quotationOf(document, term, term)
  const isSaidLater = next && other && isUnderSame(next, other) && readsOn(document.text.slice(next.start, next.end))
  const explanation = isSaidLater ? other : next
  const says = explanation?.kind === 'paragraph' ? openingOf(document, explanation, 0) : undefined
  return says ? [name, says] : [name]
}
