import type { Quotation } from '#evidence/ledger.ts'
import { blockSentences } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { introduces } from './introduces.ts'
import { pointsBack } from './opening.ts'
import { fromClear, quotationOf } from './quote-block.ts'

/** Code is shown whole; what is longer is a program, of which a part answers. */
export const LONGEST_CODE = 1_500
/** Code beside an answer distracts from it, where it is longer. */
export const LONGEST_CODE_BESIDE = 700
/** A longer sentence keeps the reader from the code that answers. */
const BEFORE_CODE = 400
/** Characters between a sentence and code that belongs to it. */
const NEAR = 20_000

/**
 * A sentence with the code that is nearest to it in its section, each behind the sentence that stands directly above it, in
 * the order of the source; where a fact is asked for that the code tells, its lines alone. Undefined where its section has no code.
 */
export function codePassage(
  lead: Quotation,
  blocks: BlockList,
  at: number,
  { section, most, ofFact = false }: { section: readonly Block[]; most: number; ofFact?: boolean },
): Quotation[] | undefined {
  const codeAt = codeNear(lead, blocks, at, section)
  const block = codeAt === undefined ? undefined : blocks.at(codeAt)
  if (codeAt === undefined || block === undefined) return undefined
  const { document } = lead
  if (codeAt === at && ofFact) return [linesAround(lead, block)]
  const code = codeAt === at ? codeAround(lead, block) : (codeNamed(lead, block) ?? codeOf(document, block, most))
  const above = codeAt > 0 ? blocks.at(codeAt - 1) : undefined
  const caption = codeAt - 1 === at ? undefined : captionOf(document, above)
  const clear = withIntroduction(fromClear(lead, blocks.at(at), BEFORE_CODE), codeAt - 1 === at ? above : undefined)
  const said = codeAt === at || (clear[0]?.quote.length ?? 0) > BEFORE_CODE ? [] : clear
  const shown = caption && caption.quote.length <= BEFORE_CODE ? [caption, code] : [code]
  return codeAt < at ? [...shown, ...said] : [...said, ...shown]
}

/** A sentence with what stands between it and the code below its block: all of that where it is short, else the last sentence. */
function withIntroduction(lead: Quotation, block: Block | undefined): Quotation[] {
  const { document } = lead
  const last = block && blockSentences(document, block).at(-1)
  if (block === undefined || last === undefined || last.start < lead.end) return [lead]
  if (last.end - lead.start <= BEFORE_CODE) return [quotationOf(document, { start: lead.start, end: last.end }, block)]
  const introduction = fromClear(quotationOf(document, last, block), block, BEFORE_CODE)
  return introduces(introduction.quote) && introduction.start >= lead.end ? [lead, introduction] : [lead]
}

/** Code whole, or as many of its lines as are not longer together than `most`. */
export function codeOf(document: SourceDocument, block: Block, most: number): Quotation {
  const end = Math.min(block.end, lastLine(document, block.start, block.start + most, block.end))
  return quotationOf(document, { start: block.start, end }, block)
}

/** UTF-16 code units of a part of long code, unless its first lines are more. */
const LONGEST_PART = 400

const EMPTY_LINE = /\n[^\S\n]*\n/g

/** Code whole, or the part of it between empty lines that a line stands in, with what follows that is not too long. */
function codeAround({ document, start }: Quotation, block: Block): Quotation {
  if (block.end - block.start <= LONGEST_CODE_BESIDE) return quotationOf(document, block, block)
  const code = document.text.slice(block.start, block.end)
  const ends = [...code.matchAll(EMPTY_LINE)].map(({ index, 0: gap }) => ({ end: index, next: index + gap.length }))
  const from = Math.max(0, ...ends.map(({ next }) => next).filter((next) => next <= start - block.start))
  const part = { ...block, start: block.start + from }
  const fitting = ends.findLast(({ end }) => end > start - block.start && end - from <= LONGEST_PART)?.end
  return fitting === undefined
    ? { ...codeOf(document, part, LONGEST_CODE_BESIDE), block }
    : quotationOf(document, { start: part.start, end: block.start + fitting }, block)
}

/** UTF-16 code units: of longer code only what a sentence names is shown with that. */
const LONG = 500
const CODE_WORD = /`[^`\w\n]*(\w[\w-]{2,})(?![\w-])[^`\n]*`/g

/** The parts of long code, between empty lines, that hold what a sentence names; undefined where all do, or none. */
function codeNamed({ document, quote }: Quotation, block: Block): Quotation | undefined {
  if (block.end - block.start <= LONG) return undefined
  // All of its code speaks of what the document is called by.
  const isOfAll = (name: string) => document.title.toLowerCase().includes(name.toLowerCase())
  const names = [...quote.matchAll(CODE_WORD)].map(([, name = '']) => name).filter((name) => !isOfAll(name))
  const code = document.text.slice(block.start, block.end)
  const gaps = [...code.matchAll(EMPTY_LINE)].map(({ index, 0: gap }) => ({ end: index, next: index + gap.length }))
  const parts = [0, ...gaps.map(({ next }) => next)].map((from, i) => ({ from, to: gaps[i]?.end ?? code.length }))
  const named = parts.filter(({ from, to }) => names.some((name) => code.slice(from, to).includes(name)))
  const [first, last] = [named[0], named.at(-1)]
  if (first === undefined || last === undefined || last.to - first.from >= code.length / 2) return undefined
  return quotationOf(document, { start: block.start + first.from, end: block.start + last.to }, block)
}

/** UTF-16 code units of code of which one line tells a fact. */
const LONGEST_OF_FACT = 400
const COMMENT = /^\s*(?:\/\/|#|--|\/?\*|<!--)/

/** The part of some code between empty lines that a line stands in, where that is short; else as far as that line, with what it explains. */
function linesAround({ document, start }: Quotation, block: Block): Quotation {
  const code = document.text.slice(block.start, block.end)
  const gaps = [...code.matchAll(EMPTY_LINE)].map(({ index, 0: gap }) => ({ end: index, next: index + gap.length }))
  const own = start - block.start
  const from = gaps.findLast(({ next }) => next <= own)?.next ?? 0
  const end = gaps.find((gap) => gap.end > own)?.end ?? code.length
  if (end - from <= LONGEST_OF_FACT)
    return quotationOf(document, { start: block.start + from, end: block.start + end }, block)
  const lines = code.slice(0, end).split('\n')
  const starts = lines.map((_, at) => lines.slice(0, at).join('\n').length + Number(at > 0))
  const line = starts.findLastIndex((at) => at <= own)
  const explained = COMMENT.test(lines[line] ?? '')
    ? lines.findIndex((each, at) => at > line && !COMMENT.test(each))
    : line
  const last = explained < 0 ? line : explained
  const first = starts.findIndex((at, i) => at >= from && (i === line || own - at <= LONGEST_OF_FACT))
  const span = {
    start: block.start + (starts[first] ?? from),
    end: block.start + (starts[last] ?? own) + (lines[last] ?? '').length,
  }
  return quotationOf(document, span, block)
}

/** What follows in the section, else what is before it there. */
function codeNear(lead: Quotation, blocks: BlockList, at: number, section: readonly Block[]): number | undefined {
  // "In the example above" speaks of the code that it stands below.
  if (pointsBack(lead.quote) && blocks.at(at - 1)?.kind === 'code') return at - 1
  const following = section.findIndex(({ kind }) => kind === 'code')
  if (following >= 0) return at + following
  for (let before = at - 1; before >= 0; before -= 1) {
    const block = blocks.at(before)
    const far = block !== undefined && (section[0]?.start ?? 0) - block.end > NEAR
    if (far || block?.kind === 'heading' || block?.path.at(-1) !== section[0]?.path.at(-1)) return undefined
    if (block?.kind === 'code') return before
  }
  return undefined
}

/** The last sentence before code, with what says of what it speaks. */
function captionOf(document: SourceDocument, block: Block | undefined): Quotation | undefined {
  if (block === undefined || block.kind === 'heading' || block.kind === 'furniture' || block.kind === 'code')
    return undefined
  const last = blockSentences(document, block).at(-1)
  return last && fromClear(quotationOf(document, last, block), block, BEFORE_CODE)
}

/** Where the last line ends that ends before a place. */
function lastLine({ text }: SourceDocument, start: number, most: number, end: number): number {
  if (end <= most) return end
  const cut = text.slice(start, most + 1).lastIndexOf('\n')
  return cut > 0 ? start + cut : end
}
