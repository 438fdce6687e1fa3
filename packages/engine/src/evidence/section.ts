import { firstEndingAfter } from '../block-sentences.ts'
import type { BlockList } from '../types.ts'
import type { Quotation } from './ledger.ts'

/** A longer heading is a sentence. */
const LONGEST_HEADING = 80
/** A heading of a deeper level is a term that is being defined. */
const LAST_HEADING_LEVEL = 6
/** Blocks above a place that are looked back over for what stands above it. */
const MOST_BLOCKS = 200

/** A name of a source, with the section that a quotation stands in: "Server › bodyLimit". */
export function withSection(name: string, place: Pick<Quotation, 'document' | 'block'>): string {
  const says = sectionOf(place).filter((title) => title !== place.document.title && title.length <= LONGEST_HEADING)
  return [name, ...says].join(' › ')
}

/**
 * The innermost heading above a place; with the term below it that is explained there, unless an item begins with it, which
 * shows it itself. Nothing where there is none.
 */
export function sectionOf({ document, block }: Pick<Quotation, 'document' | 'block'>): readonly string[] {
  const { blocks } = document
  if (block === undefined || blocks === undefined) return (block?.path ?? []).slice(-1)
  const own = firstEndingAfter(blocks, block.start)
  const isHeading = block.kind === 'heading' && (blocks.at(own + 1)?.path.length ?? 0) > block.path.length
  // A heading names what stands below it.
  const at = isHeading ? own + 1 : own
  const path = (isHeading ? blocks.at(at)?.path.slice(0, block.path.length + 1) : undefined) ?? block.path
  let depth = path.length - 1
  while (depth >= 0) {
    const level = levelAt(blocks, at, path, depth)
    if (level !== undefined && level <= LAST_HEADING_LEVEL) return path.slice(depth, depth + 1)
    if (level !== undefined) return path.slice(Math.max(0, depth - 1), depth + 1).map(shortTerm)
    depth -= 1
  }
  return []
}

/** The first of several ways to write a term, without what it takes: "inter" of "inter <delay>, fastinter <delay>". */
function shortTerm(term: string): string {
  const first = term.split(', ')[0] ?? term
  const taken = first.search(/(?<=\S)(?:\s+[<[{(]|\()/u)
  return taken === -1 ? first : first.slice(0, taken)
}

/** The level of the heading that a block has in a place of its path; undefined where an item begins with that. */
function levelAt(blocks: BlockList, at: number, path: readonly string[], depth: number): number | undefined {
  const isUnder = (other: readonly string[], length: number) =>
    path.slice(0, length).every((title, i) => other[i] === title)
  for (let above = at; above >= 0 && at - above <= MOST_BLOCKS; above -= 1) {
    const block = blocks.at(above)
    if (block?.kind === 'heading' && block.path.length === depth && isUnder(block.path, depth)) return block.level ?? 1
    if (block !== undefined && !isUnder(block.path, depth + 1)) return undefined
  }
  return LAST_HEADING_LEVEL
}
