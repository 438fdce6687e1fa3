import type { Block, BlockList } from '../types.ts'

/** A heading of a deeper level is a term that is being defined. */
export const LAST_HEADING_LEVEL = 6

/** Characters of a section that are looked through: what is further off is not read together with it. */
export const LONGEST_SECTION = 20_000

/** Characters before a sentence in which its entry can begin. */
const LONGEST_ENTRY = 3_000

/** The blocks from one on to the next heading, or the next term. */
export function sectionFrom(blocks: BlockList, at: number): readonly Block[] {
  const section: Block[] = []
  for (let next = blocks.at(at); next !== undefined; next = blocks.at(at + section.length)) {
    const first = section[0] ?? next
    if (next !== first && (next.kind === 'heading' || next.start - first.start > LONGEST_SECTION)) break
    section.push(next)
  }
  return section
}

/** Whether two blocks stand under the same headings and terms. */
export function isUnderSame(one: Block, other: Block): boolean {
  return one.path.length === other.path.length && one.path.every((title, at) => title === other.path[at])
}

/**
 * Where the entry begins that a block belongs to: an item of a list, or what explains a term. Undefined for running
 * text.
 */
export function entryFirst(blocks: BlockList, at: number): number | undefined {
  const own = blocks.at(at)
  if (own === undefined) return undefined
  let first = at
  for (let block: Block | undefined = own; block?.kind !== 'item'; block = blocks.at(first)) {
    const before = first > 0 ? blocks.at(first - 1) : undefined
    if (before === undefined) return undefined
    if (before.kind === 'heading') return (before.level ?? 1) > LAST_HEADING_LEVEL ? first : undefined
    if (before.kind === 'row' || !isUnderSame(before, own) || own.start - before.start > LONGEST_ENTRY) return undefined
    first -= 1
  }
  // An item without a term of its own is not told from the text behind its list.
  const isOwn = first === at || isTermed(blocks, first)
  return isOwn ? first : undefined
}

/** Whether an item begins with a term that it explains: the last of its path, which the block before it is not under. */
export function isTermed(blocks: BlockList, at: number): boolean {
  const item = blocks.at(at)
  const before = at > 0 ? blocks.at(at - 1) : undefined
  return item !== undefined && before !== undefined && item.path.at(-1) !== before.path.at(-1)
}

/** Whether a paragraph stands between two items of a list without numbers, and so belongs to the first. */
export function isWithinList(blocks: BlockList, at: number): boolean {
  const [before, own, after] = [blocks.at(at - 1), blocks.at(at), blocks.at(at + 1)]
  if (own?.kind !== 'paragraph' || before?.kind !== 'item' || after?.kind !== 'item') return false
  return before.number === undefined && after.number === undefined && (after.depth ?? 1) <= (before.depth ?? 1)
}
