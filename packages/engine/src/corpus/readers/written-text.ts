import type { Block } from '../types.ts'
import { markHeaderRow } from './header-rows.ts'
import type { Links } from './links.ts'
import { markBlocks } from './mark-blocks.ts'
import { asFurniture, type BegunBlock, isLabelAlone, settledBlock } from './settled-block.ts'

/** Words of "It can be moored at the following quays:"; what is shorter, such as "On this page:", is a label. */
const LEAST_WORDS = 5

/** Whether a paragraph introduces what follows it. */
const introduces = (text: string): boolean => /\S:$/.test(text) && text.trimStart().split(/\s+/).length >= LEAST_WORDS

/** How a block was written. `opening`: what it begins with; `cells`: of the row that was written last. */
interface BlockWriting {
  opening: string
  cells: number
  links: Links
  isFurniture: boolean
}

/** A text as far as it is written, and its blocks that have ended. */
export class WrittenText {
  text = ''
  readonly blocks: Block[] = []
  #last = ''

  /** Whether a label was written last: its end, apart from the text, which costs much to look into while it grows. */
  get endsInColon(): boolean {
    return this.#last.endsWith(':')
  }

  /** Writes words behind a gap, and a marker before them. */
  write(gap: string, marker: string, words: string): void {
    if (this.text !== '') this.text += gap
    this.text += marker
    this.text += words
    this.#last = words
  }

  /** A block has ended, which began with an opening. */
  endBlock(open: BegunBlock, { opening, cells, links, isFurniture }: BlockWriting): void {
    const { kind } = open
    // A note that is set as a table has its label in a row of its own.
    const isLabel = kind === 'row' && cells < 2 && isLabelAlone({ ...open, kind: 'paragraph' }, opening)
    const isAside = isFurniture || isLabel || (kind === 'paragraph' && links.leadElsewhere)
    this.blocks.push(settledBlock(open, this.text.length, { isAside, cells }))
  }

  /** A table has ended. */
  endTable(): void {
    markHeaderRow(this.blocks, this.text)
  }

  /** All blocks from one on lead the reader to other places, unless they are a plain list that a sentence introduces. */
  madeFurniture(first: number): void {
    const before = this.blocks[first - 1]
    const isPlain = this.blocks.slice(first).every(({ kind, depth }) => kind === 'item' && depth === 1)
    const isListed = isPlain && before?.kind === 'paragraph'
    if (isListed && introduces(this.text.slice(before.start, before.end))) return
    for (let at = first; at < this.blocks.length; at += 1) asFurniture(this.blocks, at)
  }

  finish(): { text: string; blocks: Block[] } {
    markBlocks(this.blocks)
    return { text: this.text, blocks: this.blocks }
  }
}
