import type { Quotation } from '#evidence/ledger.ts'
import type { Span } from '#language/sentences.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { codePassage, LONGEST_CODE, LONGEST_CODE_BESIDE } from './code-passage.ts'
import { type ValueAsked, valuePassage } from './entry-value.ts'
import { withIntroduced } from './introduced.ts'
import { introduces } from './introduces.ts'
import { listPassage } from './list-passage.ts'
import { named } from './named.ts'
import { fromClear, openingOf, quotationOf, sentencesFrom } from './quote-block.ts'
import { entryFirst, isTermed, isUnderSame, isWithinList, sectionFrom } from './section-blocks.ts'
import { rowName, tablePassage } from './table-passage.ts'
import { isUnaskedTurn } from './turns.ts'
import { type AsksOf, behindFacts } from './unasked-facts.ts'
import { isUnaskedOption } from './unasked-option.ts'

/** A block that is shorter is shown whole. */
const SHORT = 300

/** What an opening passage is made by. */
export interface PassageRules {
  /** Code is what answers, if there is any. */
  asksForCode: boolean
  /** Several things are asked for. */
  asksForList: boolean
  /** Whether the question writes the name of something. Default: it writes none. */
  writes?: (name: string) => boolean
  /** Whether what an entry says behind a label is asked for. Default: all of it. */
  asksOf?: AsksOf
  /** The value that is asked for. Default: none is. */
  value?: ValueAsked
  /** UTF-16 code units of the passage, but for code, rows and lists. */
  longest: number
  /** Stands beside the one that answers. */
  beside?: boolean
}

/**
 * The passage that a sentence stands for: an item or what explains a term from its first sentence on, running text from the
 * sentence on to the end of the section, as far as it is short; code whole, a row under the header of its table, and what
 * a sentence introduces behind it.
 */
export function openingPassage(lead: Quotation, rules: PassageRules): Quotation[] {
  const { document } = lead
  const unknown: Block = { start: lead.start, end: document.text.length, kind: 'paragraph', path: [] }
  const { blocks = [unknown] } = document
  const at = blocks === document.blocks ? indexOf(lead, blocks) : 0
  const block = blocks.at(at)
  if (block === undefined) return [lead]
  // What the question asks of is one of the things that are listed there, and not the list.
  const name = nameOf(lead, blocks, at) ?? ''
  const asksForList = rules.asksForList && !rules.writes?.(name) && !isUnaskedOption(name, rules.writes)
  if (block.kind === 'row') return tablePassage(lead, blocks, at, { ...rules, asksForList })
  const told = rules.value && valuePassage(lead, blocks, at, rules.value)
  if (told !== undefined) return told
  const section = isWithinList(blocks, at) ? [block] : sectionFrom(blocks, at)
  const most = rules.asksForCode && !rules.beside ? LONGEST_CODE : LONGEST_CODE_BESIDE
  const ofFact = rules.longest <= SHORT && !rules.asksForCode && !rules.beside
  const withCode =
    rules.asksForCode || block.kind === 'code' ? codePassage(lead, blocks, at, { section, most, ofFact }) : undefined
  if (withCode !== undefined) return named(withCode, blocks)
  const list = asksForList ? listPassage(lead, blocks, at) : []
  if (list.length > 1) return named(list, blocks)
  const belowFacts = rules.asksOf !== undefined
  const entry = withIntroduced(entryPassage(lead, blocks, { at, section, rules }), blocks, rules)
  return named(entry, blocks, { belowFacts })
}

function indexOf({ start }: Quotation, blocks: BlockList): number {
  return firstEndingAfter(blocks, start)
}

/** The term of an item, or what stands in the first cell of a row. */
export function nameOf({ document }: Quotation, blocks: BlockList, at: number): string | undefined {
  const block = blocks.at(at)
  if (block?.kind === 'item') return isTermed(blocks, at) ? block.path.at(-1) : undefined
  return block?.kind === 'row' ? rowName(document.text.slice(block.start, block.end)) : undefined
}

/** Of a text without headings a title is known by its capitals. */
function isTitle({ quote, block }: Quotation): boolean {
  return block?.kind !== 'code' && /\p{Lu}{3}/u.test(quote) && !/\p{Ll}/u.test(quote)
}

/**
 * Whether a block is of another thing than the one that answers: of another term or item. The steps of a way belong together,
 * and so does what explains the term of an item.
 */
function isAnother(own: Block, block: Block, hasTerm: boolean): boolean {
  const { kind, depth = 1, number, path } = block
  if (hasTerm && kind !== 'item' && isUnderSame(own, block)) return false
  if (own.path.some((title, at) => path[at] !== title)) return true
  if (own.kind !== 'item' || number !== undefined) return false
  return kind !== 'code' && (kind !== 'item' || depth <= (own.depth ?? 1))
}

/** Code that is all of a line: "`close(path): void`" */
const CODE_LINE = /^`[^`\n]+`$/

/** Whether a block is the name of another entry: a line of code that nothing introduces. */
function isEntryName(document: SourceDocument, block: Block, before: Quotation | undefined): boolean {
  if (block.kind !== 'paragraph' && block.kind !== 'caption') return false
  return CODE_LINE.test(document.text.slice(block.start, block.end)) && !(before && introduces(before.quote))
}

/** What an entry is may take so much of its passage before what is asked of it. */
const OPENING_SHARE = 0.75

interface Place {
  at: number
  section: readonly Block[]
  rules: PassageRules
}

/**
 * An entry from its first sentence on: what it is, and then what is asked of it. Where that is too far down, the first
 * sentence stands before it. Running text from the sentence on.
 */
function entryPassage(lead: Quotation, blocks: BlockList, { at, section, rules }: Place): Quotation[] {
  const begin = entryFirst(blocks, at)
  const first =
    begin !== undefined && rules.asksOf ? behindFacts(lead, blocks, begin, firstEndingAfter(blocks, lead.start)) : begin
  const block = first === undefined ? undefined : blocks.at(first)
  if (first === undefined || block === undefined) return goingOn(lead, section, rules)
  if (lead.end - block.start <= rules.longest) {
    return goingOn({ ...lead, start: block.start }, sectionFrom(blocks, first), rules, isTermed(blocks, first))
  }
  const opening = openingOf(lead.document, block, rules.longest - lead.quote.length)
  const left = rules.longest - (opening?.quote.length ?? 0)
  const isReadable = (opening?.quote.length ?? 0) <= rules.longest * OPENING_SHARE || lead.quote.length <= left
  if (opening === undefined || opening.end > lead.start || !isReadable) return goingOn(lead, section, rules)
  const rest = goingOn(lead, section, { ...rules, longest: left })
  // What makes the sentence clear may be the opening itself.
  return rest[0] && rest[0].start < opening.end ? rest : [opening, ...rest]
}

/** The sentences from one on, to the end of the section or as far as they are short; those of a block as one. */
function goingOn(lead: Quotation, section: readonly Block[], { longest }: PassageRules, hasTerm = false): Quotation[] {
  const { document } = lead
  const found: Quotation[] = []
  let length = 0
  const [own] = section
  for (const block of section) {
    const isFirst = block === own
    if (block.kind === 'row' || (!isFirst && own && isAnother(own, block, hasTerm))) break
    if (!isFirst && (isEntryName(document, block, found.at(-1)) || isUnaskedTurn(found, block))) break
    const isLong = block.end - block.start > Math.min(SHORT, longest)
    const start = isFirst && isLong ? fromClear(lead, block, longest).start : block.start
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
