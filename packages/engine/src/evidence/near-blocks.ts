import type { Span } from '#language/span.ts'
import { firstEndingAfter } from '../block-sentences.ts'
import type { Block, BlockList, SourceDocument } from '../types.ts'

/** A document of no more blocks and UTF-16 units is looked at whole. */
const FEW_BLOCKS = 2_000
const SHORT_TEXT = 100_000
/** Blocks on each side of what was read that are looked at, and rows or items among them. */
const BESIDE = 400
const LISTED_BESIDE = 60
/** Blocks above the header of a table, which say what it is of. */
const ABOVE_TABLE = 20
/** Header rows, and lines that are drawn between them, beyond one of each. */
const FURTHER_HEADERS = 8
/** UTF-16 units: of a longer block only what was read is looked at. */
const LONGEST_BLOCK = 20_000

/** Indexes of blocks, the end exclusive. */
type Range = Span

/**
 * The blocks of a long document that stand near what was read of it: what an answer is cut from costs the same, however
 * long the document. A table is its header, its first rows and those that were read, with the rows beside them. What is
 * left out is furniture, under the headings of what follows.
 */
export class NearBlocks implements BlockList {
  readonly #all: BlockList
  #ranges: readonly Range[] = []
  #read: readonly Span[] = []
  #near: readonly Block[] | undefined

  constructor(all: BlockList) {
    this.#all = all
    this.#ranges = [{ start: 0, end: this.#beyond(0, 1) }]
  }

  get length(): number {
    return this.#blocks().length
  }

  at(index: number): Block | undefined {
    return index < 0 ? undefined : this.#blocks()[index]
  }

  /** To be told what was read: from then on what stands near it is here too. */
  add(read: readonly Span[]): void {
    const fresh = read.filter((span) => !this.#read.some(({ start, end }) => start <= span.start && span.end <= end))
    if (fresh.length === 0) return
    this.#read = merged([...this.#read, ...fresh])
    this.#ranges = merged([...this.#ranges, ...fresh.flatMap((span) => this.#rangesOf(span))])
    this.#near = undefined
  }

  #rangesOf({ start, end }: Span): Range[] {
    const first = firstEndingAfter(this.#all, start)
    let last = first
    while ((this.#all.at(last + 1)?.start ?? end) < end) last += 1
    const from = this.#beyond(first, -1) + 1
    const range = { start: from, end: this.#beyond(last, 1) }
    const header = this.#headerAbove(from)
    if (header === undefined) return [range]
    return [{ start: Math.max(0, header - ABOVE_TABLE), end: this.#beyond(header, 1) }, range]
  }

  /** The index of the first block on a side of one that is out of reach, or beyond the end. */
  #beyond(index: number, step: 1 | -1): number {
    let listed = 0
    let at = index + step
    for (let passed = 0; passed < BESIDE; passed += 1, at += step) {
      const block = at < 0 ? undefined : this.#all.at(at)
      if (block === undefined) return at
      if (block.kind === 'row' || block.kind === 'item') listed += 1
      if (listed > LISTED_BESIDE) return at
    }
    return at
  }

  /** The header of the table that a block is a row of: its rows are counted, and a line may be drawn between any two. */
  #headerAbove(index: number): number | undefined {
    const row = this.#all.at(index)
    const { number } = row ?? {}
    if (row?.kind !== 'row' || number === undefined || number === 0) return undefined
    for (const above of [number, 2 * number])
      for (let further = 0; further <= FURTHER_HEADERS && above + further <= index; further += 1) {
        const block = this.#all.at(index - above - further)
        if (block?.kind === 'row' && block.number === 0) return index - above - further
      }
    return undefined
  }

  #blocks(): readonly Block[] {
    this.#near ??= this.#made()
    return this.#near
  }

  #made(): Block[] {
    const near: Block[] = []
    let next = 0
    let isGap = false
    for (const { start, end } of this.#ranges) {
      isGap ||= start > next
      for (let at = start; at < end; at += 1) {
        const block = this.#all.at(at)
        if (block === undefined) break
        next = at + 1
        let from = block.start
        for (const part of partsRead(block, this.#read)) {
          const before = near.at(-1)?.end ?? 0
          if (isGap || part.start > from)
            near.push({ start: before, end: part.start, kind: 'furniture', path: block.path })
          near.push(part)
          isGap = false
          from = part.end
        }
        isGap ||= from < block.end
      }
    }
    return near
  }
}

/** A document of which only what stands near what is read is looked at, where it is long. */
export function nearDocument(document: SourceDocument): SourceDocument {
  const { blocks, text } = document
  if (blocks === undefined || (blocks.length <= FEW_BLOCKS && text.length <= SHORT_TEXT)) return document
  return { ...document, blocks: new NearBlocks(blocks) }
}

/** What of a block is looked at: all of it, or of a very long one what was read. */
export function partsRead(block: Block, read: readonly Span[]): Block[] {
  if (block.end - block.start <= LONGEST_BLOCK) return [block]
  return read
    .filter(({ start, end }) => start < block.end && block.start < end)
    .map(({ start, end }) => ({ ...block, start: Math.max(start, block.start), end: Math.min(end, block.end) }))
}

/** Spans in order, those that overlap or touch as one. */
function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found
}
