import type { Quotation } from '#evidence/ledger.ts'
import type { Span } from '#language/sentences.ts'
import { blockSentences, firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'

/** A block that is shorter is shown whole. */
const SHORT = 300
/** Code is shown whole; what is longer is a program. */
const LONGEST_CODE = 1_500
/** A longer sentence keeps the reader from the code that answers. */
const BEFORE_CODE = 400
/** A heading of a deeper level is a term that is being defined. */
const LAST_HEADING_LEVEL = 6

/** What an opening passage is made by. */
export interface PassageRules {
  /** Code is what answers, if there is any. */
  asksForCode: boolean
  /** Several things are asked for. */
  asksForList: boolean
  /** UTF-16 code units of the passage, but for code, rows and lists. */
  longest: number
}

/**
 * The passage that an answer opens with: from its leading sentence on to the end of the section, as far as it is short;
 * code whole, and a row of a table under its header.
 */
export function openingPassage(lead: Quotation, rules: PassageRules): Quotation[] {
  const { document } = lead
  const unknown: Block = { start: lead.start, end: document.text.length, kind: 'paragraph', path: [] }
  const { blocks = [unknown] } = document
  const at = firstEndingAfter(blocks, lead.start)
  const block = blocks.at(at)
  if (block === undefined) return [lead]
  if (block.kind === 'row') return withHeader(lead, blocks, at)
  const section = sectionOf(blocks, at)
  const named = nameBefore(lead, blocks, at)
  const withName = (passage: Quotation[]) => (named ? [named, ...passage] : passage)
  const codeAt = rules.asksForCode || block.kind === 'code' ? codeIn(blocks, at, section) : undefined
  if (codeAt !== undefined) {
    const passage = withCode(lead, blocks, at, codeAt)
    return passage[0] === lead ? withName(passage) : passage
  }
  const list = rules.asksForList ? listIn(lead, section) : []
  return withName(list.length > 1 ? list : goingOn(lead, section, rules))
}

/** A longer block is no name of what follows. */
const LONGEST_NAME = 120
const SENTENCE = /[.!?:;…]["”’»)]*$/u

/** What names the subject of a block and stands before it: a term that is being defined, or a line that is no sentence. */
function nameBefore({ document }: Quotation, blocks: BlockList, at: number): Quotation | undefined {
  const before = at > 0 ? blocks.at(at - 1) : undefined
  const own = blocks.at(at)
  if (before === undefined || own === undefined || before.end - before.start > LONGEST_NAME) return undefined
  const isTerm = before.kind === 'heading' && (before.level ?? 1) > LAST_HEADING_LEVEL
  const words = quotationOf(document, before, before)
  const isLine = before.kind === 'paragraph' && own.kind === 'paragraph' && !SENTENCE.test(words.quote)
  return isTerm || isLine ? words : undefined
}

/** Characters of a list that are read through. */
const LONGEST_LIST = 900
/** Of an item, so many characters say what it is. */
const LONGEST_ITEM = 160

/** A list with what introduces it: of each item its first sentence, and of terms that are being defined the terms. */
function listIn(lead: Quotation, section: readonly Block[]): Quotation[] {
  const { document } = lead
  const [own] = section
  const end = section.findIndex((block, i) => i > 0 && !isListed(block))
  const items = section.slice(0, end < 0 ? section.length : end).filter(({ kind }) => kind === 'item')
  if (items.length < 2 || own === undefined) return []
  const least = Math.min(...items.map(({ depth = 1 }) => depth))
  const found = own.kind === 'item' ? [] : [lead]
  let length = found.length > 0 ? lead.quote.length : 0
  for (const item of items.filter(({ depth = 1 }) => depth === least)) {
    const [first] = sentencesFrom(document, item, { start: item.start, most: LONGEST_ITEM })
    if (first === undefined) continue
    const span = item.end - item.start <= LONGEST_ITEM ? { start: first.start, end: item.end } : first
    const words = quotationOf(document, span, item)
    length += words.quote.length
    if (length > LONGEST_LIST) break
    found.push(words)
  }
  return found
}

function isListed({ kind }: Block): boolean {
  return kind === 'item' || kind === 'code' || kind === 'paragraph'
}

/** Characters of a section that are looked through: what is further down is not read together with its beginning. */
const LONGEST_SECTION = 20_000

/** The blocks from one on to the next heading, or the next term. */
function sectionOf(blocks: BlockList, at: number): readonly Block[] {
  const section: Block[] = []
  for (let next = blocks.at(at); next !== undefined; next = blocks.at(at + section.length)) {
    const first = section[0] ?? next
    if (next !== first && (next.kind === 'heading' || next.start - first.start > LONGEST_SECTION)) break
    section.push(next)
  }
  return section
}

/** The code that is nearest to a block: what follows in its section, else what is before it there. */
function codeIn(blocks: BlockList, at: number, section: readonly Block[]): number | undefined {
  const following = section.findIndex(({ kind }) => kind === 'code')
  if (following >= 0) return at + following
  for (let before = at - 1; before >= 0; before -= 1) {
    const block = blocks.at(before)
    const far = block !== undefined && (section[0]?.start ?? 0) - block.end > LONGEST_SECTION
    if (far || block?.kind === 'heading' || block?.path.at(-1) !== section[0]?.path.at(-1)) return undefined
    if (block?.kind === 'code') return before
  }
  return undefined
}

function withCode(lead: Quotation, blocks: BlockList, at: number, codeAt: number): Quotation[] {
  const { document } = lead
  const block = blocks.at(codeAt)
  if (block === undefined) return [lead]
  const end = Math.min(block.end, lastLine(document, block.start, block.start + LONGEST_CODE, block.end))
  const code = quotationOf(document, { start: block.start, end }, block)
  const said = at === codeAt ? captionOf(document, codeAt > 0 ? blocks.at(codeAt - 1) : undefined) : lead
  return said === undefined || said.quote.length > BEFORE_CODE ? [code] : [said, code]
}

/** The last sentence before code. */
function captionOf(document: SourceDocument, block: Block | undefined): Quotation | undefined {
  if (block === undefined || block.kind === 'heading' || block.kind === 'furniture') return undefined
  const last = blockSentences(document, block).at(-1)
  return last && quotationOf(document, last, block)
}

/** Where the last line ends that ends before a place. */
function lastLine({ text }: SourceDocument, start: number, most: number, end: number): number {
  if (end <= most) return end
  const cut = text.slice(start, most + 1).lastIndexOf('\n')
  return cut > 0 ? start + cut : end
}

function withHeader(lead: Quotation, blocks: BlockList, at: number): Quotation[] {
  let first = at
  while (first > 0 && (blocks.at(first)?.number ?? 0) > 0 && blocks.at(first - 1)?.kind === 'row') first -= 1
  const header = blocks.at(first)
  const row = blocks.at(at)
  if (header === undefined || row === undefined) return [lead]
  const own = quotationOf(lead.document, row, row)
  return header.number === 0 && first < at ? [quotationOf(lead.document, header, header), own] : [own]
}

/** Of a text without headings a title is known by its capitals. */
function isTitle({ quote, block }: Quotation): boolean {
  return block?.kind !== 'code' && /\p{Lu}{3}/u.test(quote) && !/\p{Ll}/u.test(quote)
}

/** Whether a block is of another thing than the one that answers: of another term or item. The steps of a way belong together. */
function isAnother(own: Block, { kind, depth = 1, number, path }: Block): boolean {
  if (own.path.some((title, at) => path[at] !== title)) return true
  if (own.kind !== 'item' || number !== undefined) return false
  return kind !== 'code' && (kind !== 'item' || depth <= (own.depth ?? 1))
}

/** The sentences from one on, to the end of the section or as far as they are short; those of a block as one. */
function goingOn(lead: Quotation, section: readonly Block[], { longest }: PassageRules): Quotation[] {
  const { document } = lead
  const found: Quotation[] = []
  let length = 0
  const [own] = section
  for (const block of section) {
    const isFirst = block === own
    if (block.kind === 'row' || (!isFirst && own && isAnother(own, block))) break
    const start = isFirst && block.end - block.start > Math.min(SHORT, longest) ? lead.start : block.start
    const spans = sentencesFrom(document, block, { start, most: longest })
    const fits = ({ end }: Span) => (isFirst && end <= lead.end) || length + end - start <= longest
    const isOver = (span: Span, i: number) => {
      const words = quotationOf(document, span, block)
      return !fits(span) || ((i > 0 || !isFirst) && isTitle(words))
    }
    const over = spans.findIndex(isOver)
    const fitting = over < 0 ? spans : spans.slice(0, over)
    // Code is shown whole, or not at all.
    if (block.kind === 'code' && over >= 0) break
    const [opening] = fitting
    const last = fitting.at(-1)
    if (opening && last) {
      found.push(quotationOf(document, { start: opening.start, end: last.end }, block))
      length += last.end - opening.start
    }
    if (fitting.length < spans.length) break
  }
  return found.length > 0 ? found : [lead]
}

/** A sentence that begins among so many UTF-16 code units ends before this many more. */
const LONGEST_SENTENCE = 700

/** The sentences of a block from a place on, as many as may be shown and one more. */
function sentencesFrom(
  { text }: SourceDocument,
  block: Block,
  { start, most }: { start: number; most: number },
): Span[] {
  const end = Math.min(block.end, start + most + LONGEST_SENTENCE)
  return blockSentences({ text, blocks: [block] }, { start, end })
}

function quotationOf(document: SourceDocument, { start, end }: Span, block: Block): Quotation {
  return { document, start, end, quote: document.text.slice(start, end), block }
}
