import { follows, type Quotation } from '#evidence/ledger.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import { isFact } from './facts.ts'

export function isSetApart(quotation: Quotation | undefined): boolean {
  const kind = quotation?.block?.kind
  return kind === 'code' || kind === 'row'
}

/** Whether nothing but white space, a list's marker and furniture lies between two quotations. */
export function adjoin({ document, end }: Quotation, { start, block }: Quotation): boolean {
  const next = Math.min(start, block?.start ?? 0)
  if (block === undefined || next < end) return false
  const { blocks } = document
  // Furniture says nothing.
  for (let at = blocks ? firstEndingAfter(blocks, end) : 0, from = end; ; at += 1) {
    const between = blocks?.at(at)
    const isAside = between?.kind === 'furniture' && between.start < next
    if (document.text.slice(from, isAside ? between.start : next).trim() !== '') return false
    if (!isAside) return true
    from = between.end
  }
}

/** Whether a quotation opens a list that a later one goes on with. */
export function isListed({ block }: Quotation, nextItem: Quotation | undefined): boolean {
  return block?.kind === 'item' && nextItem !== undefined && nextItem.block !== block
}

/** Whether quotations end within a list of which they show several items. */
export function isCutList(quotations: readonly Quotation[]): boolean {
  const [before, last] = quotations.slice(-2)
  if (last?.block?.kind !== 'item' || before?.block?.kind !== 'item' || before.block === last.block) return false
  const { blocks } = last.document
  const next = blocks?.at(firstEndingAfter(blocks, last.block.end))
  return next?.kind === 'item' && (next.depth ?? 1) === (last.block.depth ?? 1) && follows(last.block, next)
}

/** The marker of an item, set in by how many lists deep it stands; `outer`: how deep those that are shown stand at least. */
export function markerOf({ block }: Quotation, outer: number): string {
  const indent = '  '.repeat(Math.max(0, (block?.depth ?? 1) - outer))
  return `${indent}${block?.number === undefined ? '-' : `${block.number}.`} `
}

/** How many lists deep the items of a passage stand at least. */
export const outerDepth = (quotations: readonly Quotation[]): number =>
  Math.min(...quotations.map(({ block }) => (block?.kind === 'item' ? (block.depth ?? 1) : Number.POSITIVE_INFINITY)))

/** Whether some words above a list are what its items are called: "positional arguments". */
export const isLabel = ({ block, quote }: Quotation) =>
  block?.kind === 'paragraph' && /^\p{L}+(?:[ -]\p{L}+){0,3}$/u.test(quote.trim())

/** What stands between two quotations of one document. */
export function between(before: Quotation, item: Quotation, goesOn: boolean, outer: number): string {
  const { block } = item
  if (isFact(item)) return isFact(before) ? '\n- ' : '\n\n- '
  if (isFact(before) && before.block === block) return '\n\n'
  // What stands before that in its source is another thought.
  if (block !== undefined && item.start < before.start)
    return block.kind === 'item' ? `\n${markerOf(item, outer)}` : '\n\n'
  if (block === undefined || before.block === block) return goesOn ? ' ' : ' … '
  // Of several terms each is an item of a list.
  const isNextTerm = before.block?.kind === 'heading' || (before.block?.path.length ?? 0) > block.path.length
  if (block.kind === 'heading') return `${isNextTerm ? '\n' : '\n\n'}- `
  if (before.block?.kind === 'heading') return /[.:?!]$/.test(before.quote) ? ' ' : ': '
  if (block.kind === 'item') return `${before.block?.kind === 'item' ? '\n' : '\n\n'}${markerOf(item, outer)}`
  return '\n\n'
}
