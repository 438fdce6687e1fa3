import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'
import type { Quotation } from './ledger.ts'

/** A longer heading is a sentence. */
const LONGEST_HEADING = 80
/** A heading of a deeper level is a term that is being defined. */
const LAST_HEADING_LEVEL = 6
/** Of a document with more blocks it is not known which headings occur once: their parents are shown. */
const MOST_BLOCKS = 4_000

type Place = Pick<Quotation, 'document' | 'block'>

/** A name of a source, with the section and the page that a quotation stands in: "Server › bodyLimit, p. 12". */
export function placeOf(name: string, place: Place): string {
  const says = sectionOf(place).filter((title) => title.length <= LONGEST_HEADING)
  return [name, ...says].join(' › ') + pageOf(place.block)
}

/** ", p. 12" of what stands on a page. */
export function pageOf(block: Block | undefined): string {
  return block?.page === undefined ? '' : `, p. ${block.page}`
}

/**
 * The innermost heading above a place, with as many of those above it as tell it from others of that name in its document; with
 * the term that is explained there, unless an item begins with it, which shows it itself. Nothing where there is none.
 */
export function sectionOf({ document, block }: Place): readonly string[] {
  if (block === undefined) return []
  const { blocks } = document
  const path = blocks ? pathAt(blocks, block) : block.path
  const own = path.filter((title, at) => at > 0 || title !== document.title)
  const counts = countsOf(document)
  let from = own.length - 1
  while (from > 0 && (isTerm(counts, own[from]) || (counts?.get(own[from] ?? '')?.count ?? 2) > 1)) from -= 1
  return own.slice(Math.max(0, from)).map((title) => (isTerm(counts, title) ? shortTerm(title) : title))
}

/** The path of what stands in a block, without the term that an item shows itself; a heading is the last of its own. */
function pathAt(blocks: BlockList, block: Block): readonly string[] {
  const at = firstEndingAfter(blocks, block.start)
  const [before, next] = [at > 0 ? blocks.at(at - 1) : undefined, blocks.at(at + 1)]
  if (block.kind === 'heading')
    return (next?.path.length ?? 0) > block.path.length
      ? (next?.path.slice(0, block.path.length + 1) ?? [])
      : block.path
  const isBelow = before?.kind === 'heading' && block.path.length === before.path.length + 1
  const isTermed = block.kind === 'item' && !isBelow && before !== undefined && before.path.at(-1) !== block.path.at(-1)
  return isTermed ? block.path.slice(0, -1) : block.path
}

/** How often each heading occurs in a document, and whether it is a term; undefined for a long one. */
type Counts = ReadonlyMap<string, { count: number; isTerm: boolean }> | undefined

const known = new WeakMap<SourceDocument, { counts: Counts }>()

function countsOf(document: SourceDocument): Counts {
  const found = known.get(document) ?? { counts: countHeadings(document) }
  known.set(document, found)
  return found.counts
}

function countHeadings({ blocks = [] }: SourceDocument): Counts {
  if (blocks.length > MOST_BLOCKS) return undefined
  const counts = new Map<string, { count: number; isTerm: boolean }>()
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks.at(at)
    if (block?.kind !== 'heading') continue
    const title = blocks.at(at + 1)?.path[block.path.length] ?? ''
    counts.set(title, {
      count: (counts.get(title)?.count ?? 0) + 1,
      isTerm: (block.level ?? 1) > LAST_HEADING_LEVEL,
    })
  }
  return counts
}

const isTerm = (counts: Counts, title: string | undefined) => counts?.get(title ?? '')?.isTerm === true

/** The first of several ways to write a term, without what it takes: "inter" of "inter <delay>, fastinter <delay>". */
function shortTerm(term: string): string {
  const first = term.split(', ')[0] ?? term
  const taken = first.search(/(?<=\S)(?:\s+[<[{(]|\()/u)
  return taken === -1 ? first : first.slice(0, taken)
}
