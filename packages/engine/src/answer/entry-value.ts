import type { Evidence, Quotation } from '#evidence/ledger.ts'
import { FIELD_LABEL } from '#language/field-label.ts'
import type { Question } from '#question/question.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import { valueToldBy } from './lead-asked.ts'
import { openingOf, quotationOf } from './quote-block.ts'
import { isUnderSame } from './section-blocks.ts'

/** UTF-16 code units around a value in which its entry says what it is. */
const NEAR = 1_500
/** "Default: `511`" */
const VALUE_LINE = /^default(?: value)?: \S[^\n]{0,120}$/i
/** What says of an entry what it is, in a line of its own. */
const DESCRIBES = /^(?:description|summary|purpose|meaning): ?(?=\S)/i
/** "Syntax: `Listen port`", "Type: `number`": what is said behind another label is not what the entry is. */
const LINE = new RegExp(`^${FIELD_LABEL}: ?\\S`, 'u')
/** UTF-16 code units: a longer sentence says more of an entry than what it is. */
const LONGEST_DESCRIPTION = 240

/** What is asked for where a question asks for a value that an entry has. */
export interface ValueAsked {
  /** Whether a sentence tells it. */
  tells: (sentence: string) => boolean
  /** The share of the question, by weight, that a text holds. */
  holds: (text: string) => number
}

/** Whether a quotation is a line of an entry that says nothing but a value. */
const isValueLine = ({ block, quote }: Quotation): boolean =>
  block !== undefined && block.kind !== 'code' && block.kind !== 'row' && VALUE_LINE.test(quote)

/** Whether a quotation is a line among those that say one thing of an entry each, and no item of what it lists. */
export function isOfFacts({ document: { text, blocks }, block, quote, start }: Quotation): boolean {
  if (blocks === undefined || block?.kind !== 'item' || !LINE.test(quote)) return false
  const entry = entryAround(blocks, firstEndingAfter(blocks, start))
  return entry.some((each) => each.kind === 'item' && VALUE_LINE.test(text.slice(each.start, each.end)))
}

/** The blocks near a place that stand under the same headings and terms as it. */
function entryAround(blocks: BlockList, at: number): readonly Block[] {
  const own = blocks.at(at)
  if (own === undefined) return []
  let first = at
  const belongs = (block: Block | undefined) =>
    block !== undefined &&
    block.kind !== 'heading' &&
    isUnderSame(block, own) &&
    Math.abs(block.start - own.start) < NEAR
  while (first > 0 && belongs(blocks.at(first - 1))) first -= 1
  const entry: Block[] = []
  for (let next = first; next === at || belongs(blocks.at(next)); next += 1) entry.push(blocks.at(next) as Block)
  return entry
}

/**
 * What a sentence is worth; a line that says nothing but the value asked for is worth as much as what says of what it is the
 * value.
 */
export function worthInEntry({
  text,
}: Pick<Question, 'text'>): (evidence: Evidence, beside: readonly Evidence[]) => number {
  const tells = valueToldBy(text)
  return (evidence, beside) => {
    const own = evidence.worth + evidence.score
    const { blocks } = evidence.document
    if (blocks === undefined || !isValueLine(evidence) || !tells(evidence.quote)) return own
    const described = descriptionsIn(evidence, entryAround(blocks, firstEndingAfter(blocks, evidence.start)))
    const says = beside.filter(({ start, end }) => described.some((each) => start < each.end && each.start < end))
    return Math.max(own, ...says.map(({ worth, score }) => worth + score))
  }
}

/** A line that says nothing but the value asked for, behind the name of its entry and before what says best what that is. */
export function valuePassage(
  lead: Quotation,
  blocks: BlockList,
  at: number,
  { tells, holds }: ValueAsked,
): Quotation[] | undefined {
  if (!isValueLine(lead) || !tells(lead.quote)) return undefined
  const entry = entryAround(blocks, at)
  const [description] = descriptionsIn(lead, entry).toSorted((one, other) => holds(other.quote) - holds(one.quote))
  const name = nameAbove(lead, blocks, firstEndingAfter(blocks, entry[0]?.start ?? lead.start))
  return [...(name ? [name] : []), lead, ...(description ? [asParagraph(description)] : [])]
}

/** What is taken out of a list of facts is no item of it. */
const asParagraph = (quotation: Quotation): Quotation =>
  quotation.block ? { ...quotation, block: { ...quotation.block, kind: 'paragraph' } } : quotation

/** What says of an entry what it is: its line for that, and the first sentence of its text. */
function descriptionsIn({ document }: Quotation, entry: readonly Block[]): Quotation[] {
  const all = entry.flatMap((block) => descriptionIn(document, block) ?? [])
  const text = all.find(({ block }) => block?.kind !== 'item')
  return all.filter((each) => each.block?.kind === 'item' || each === text)
}

/** What a block of an entry says first of what the entry is. */
function descriptionIn(document: SourceDocument, block: Block): Quotation | undefined {
  const first = openingOf(document, block, 0)
  if (first === undefined || first.quote.length > LONGEST_DESCRIPTION) return undefined
  const [label] = DESCRIBES.exec(first.quote) ?? []
  const isProse = block.kind === 'paragraph' || block.kind === 'caption'
  if (label === undefined) return isProse && !LINE.test(first.quote) ? first : undefined
  return quotationOf(document, { start: first.start + label.length, end: first.end }, block)
}

/** The heading of an entry, unless the value is told by that name. */
function nameAbove({ document, quote }: Quotation, blocks: BlockList, first: number): Quotation | undefined {
  const heading = first > 0 ? blocks.at(first - 1) : undefined
  if (heading?.kind !== 'heading') return undefined
  const name = quotationOf(document, heading, heading)
  const [word = ''] = name.quote.replaceAll('`', '').split(/\s/)
  return quote.includes(word) ? undefined : name
}
