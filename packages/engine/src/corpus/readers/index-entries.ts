import type { Block } from '../types.ts'
import { isTermLevel } from './section-path.ts'
import { asFurniture } from './settled-block.ts'

/** A page with fewer entries tells of a few things. */
const LEAST_ENTRIES = 8
/** Of what a page says beside its headings so much is entries, in one that leads to other pages. */
const SHARE = 0.6

const isTerm = (block: Block | undefined): boolean => block?.kind === 'heading' && isTermLevel(block.level ?? 0)

/** The entries of an index: items, or what stands below terms, that are a link each with no more than a title behind it. */
export class IndexEntries {
  readonly #at: number[] = []

  add(at: number): void {
    this.#at.push(at)
  }

  /** Where nearly all of a page is entries, they lead the reader to other places. */
  markIn(blocks: Block[]): void {
    const lengthOf = (all: readonly (Block | undefined)[]) =>
      all.reduce((sum, block) => sum + (block ? block.end - block.start : 0), 0)
    const told = blocks.filter(({ kind }) => kind !== 'heading' && kind !== 'furniture')
    const isBelowTerm = (at: number) => blocks[at]?.kind === 'paragraph' && isTerm(blocks[at - 1])
    const entries = this.#at.filter((at) => blocks[at]?.kind === 'item' || isBelowTerm(at))
    if (entries.length < LEAST_ENTRIES || lengthOf(entries.map((at) => blocks[at])) < SHARE * lengthOf(told)) return
    for (const at of entries) {
      if (isBelowTerm(at)) asFurniture(blocks, at - 1)
      asFurniture(blocks, at)
    }
  }
}
