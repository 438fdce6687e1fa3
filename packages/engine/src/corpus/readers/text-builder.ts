import { BETWEEN_CELLS } from '#language/table-row.ts'
import type { Block } from '../types.ts'
import { Headings } from './headings.ts'
import { LONGEST_LABEL } from './labels.ts'
import { Links } from './links.ts'
import { beginsWithSpace, endsWithSpace, inOneLine } from './running-text.ts'
import { termLevel } from './section-path.ts'
import { type BegunBlock, isLabelAlone, labelled, linesOfCode } from './settled-block.ts'
import { joinedLines } from './wraps.ts'
import { WrittenText } from './written-text.ts'

const BLANK_LINE = '\n\n'
const HAND_MARK = /^\s*[•◦▪‣·]\s+/u

/** What a block is. */
type BlockNature = Omit<Block, 'start' | 'end' | 'path'>

/**
 * Puts a text together and notes the blocks that it consists of. Blocks stand a blank line apart; items, rows and lines a
 * line break.
 */
export class TextBuilder {
  readonly #written = new WrittenText()
  readonly #headings = new Headings()
  /** What the block that is written begins with, apart from the text as a heading is: enough to tell a label. */
  #opening = ''
  #gap = ''
  #marker = ''
  /** Nothing was written since an item, a row or a cell began: it needs no further break. */
  #fresh = false
  /** What the next text begins, if that is not a paragraph. */
  #begun: BlockNature | undefined
  #open: BegunBlock | undefined
  #cells = 0
  /** Told of each link as it begins and ends. */
  readonly links = new Links()
  #quotes = 0
  #furniture = 0
  /** What a cell holds: apart from the text until its row is written, or beside it. */
  #taken: { text: string; isHeld: boolean } | undefined

  /** Running text: white space collapses, and a soft-wrapped line becomes one. */
  text(part: string): void {
    if (this.#taken?.isHeld) {
      this.#taken.text += part
      return
    }
    // Whoever set a list in rows wrote its marks by hand.
    const core = this.#fresh && this.#isRow ? part.replace(HAND_MARK, '').trim() : part.trim()
    if (beginsWithSpace(part)) this.#gap ||= ' '
    if (core === '') return
    this.#write(inOneLine(joinedLines(core)))
    if (endsWithSpace(part)) this.#gap = ' '
  }

  /** What follows, up to `taken`, is a cell that is written later, with its row. */
  hold(): void {
    this.#taken = { text: '', isHeld: true }
  }

  /** What follows, up to `taken`, is asked for again. */
  copy(): void {
    this.#taken = { text: '', isHeld: false }
  }

  /** Whether what follows is written later. */
  get isHolding(): boolean {
    return this.#taken?.isHeld === true
  }

  /** What was held or copied, in one line. */
  taken(): string {
    const text = this.#taken?.text ?? ''
    this.#taken = undefined
    return inOneLine(text).replace(HAND_MARK, '').trim()
  }

  /** Whether text that follows would go on with a line. */
  get isWithin(): boolean {
    return this.#open !== undefined && this.#begun === undefined && !this.#fresh && !this.#gap.includes('\n')
  }

  /** Whether text that follows would go on with a line of running text. */
  get isWithinSentence(): boolean {
    return this.isWithin && !this.isHolding && this.#open?.kind !== 'heading'
  }

  /** What follows begins a paragraph, after a blank line. */
  block(): void {
    this.#separate(BLANK_LINE)
  }

  /** What follows begins a line. */
  line(): void {
    this.#separate('\n')
  }

  /** What follows is a list's item; the first item of an outermost list stands apart from what is before it. */
  item(marker: string, apart: boolean, nature: Pick<Block, 'depth' | 'number'>): void {
    this.#begin(apart ? BLANK_LINE : '\n', { kind: 'item', ...nature })
    this.#marker = `${marker} `
  }

  /** The item that is so many lists deep has ended; so has what stands under its term. */
  endItem(depth: number): void {
    if (this.#begun?.kind === 'item') {
      this.#begun = undefined
      this.#marker = ''
      this.#fresh = false
    }
    this.leave(depth)
    this.line()
  }

  /** A list that is so many lists deep has ended. */
  leave(depth: number): void {
    this.#headings.leave(termLevel(depth))
  }

  /** Whether what follows is the term that an item explains. */
  get isInTerm(): boolean {
    return this.#headings.isWithin && (this.#open?.kind === 'item' || this.#begun?.kind === 'item')
  }

  /** What follows is of the whole document. */
  leaveSections(): void {
    this.endHeading()
    this.#endBlock()
    this.#headings.leaveInner()
  }

  /** What follows is emphasised: at the beginning of an item it is the term that the item explains. */
  beginTerm(): void {
    if (this.#fresh && this.#begun?.kind === 'item') this.#headings.beginTerm()
  }

  endTerm(): void {
    if (this.#open?.kind === 'item') this.#headings.endTerm(this.#open)
  }

  /** What follows is a row of a table; `number` as in `Block`. */
  row(first: boolean, number: number): void {
    this.#begin(first ? BLANK_LINE : '\n', { kind: 'row', number })
    this.#marker = ''
    this.#cells = 0
  }

  /** The row that was written last is the header of its table. */
  headerRow(): void {
    if (this.#open?.kind === 'row') this.#open.number = 0
  }

  /** The row that was written last is a label and what stands behind it. */
  labelledRow(): void {
    if (this.#open?.kind === 'row' && this.#cells === 2) this.#open = labelled(this.#open)
  }

  /** A table has ended, whatever its last cell holds. */
  endTable(): void {
    if (this.#begun?.kind === 'row') {
      this.#begun = undefined
      this.#marker = ''
    }
    this.#fresh = false
    this.#endBlock()
    this.#written.endTable()
    this.block()
  }

  /** What follows is a row's next cell; `labelled`: what the cell before it is the label of. An empty one is left out. */
  cell({ labelled = false } = {}): void {
    if (this.#begun?.kind === 'row') {
      if (this.#cells === 0) this.#cells = 1
      return
    }
    this.#closeHeading()
    if (this.#open?.kind !== 'row' || this.#begun !== undefined) this.#separate(BLANK_LINE)
    else {
      this.#gap = labelled ? (this.#written.endsInColon ? ' ' : ': ') : BETWEEN_CELLS
      this.#fresh = true
      this.#cells += 1
    }
  }

  /** What follows goes on in a cell, behind a mark where something stands there already. */
  within(mark: string): void {
    if (this.#taken?.isHeld) {
      if (this.#taken.text.trim() !== '') this.#taken.text = `${this.#taken.text.trimEnd()}${mark}`
      return
    }
    if (this.#fresh || this.#begun !== undefined) return
    if (this.#gap.trim() === '') this.#gap = mark
  }

  /** Lines of code, their white space kept but for empty lines before and after. */
  code(lines: string, language?: string): void {
    const kept = linesOfCode(lines)
    if (this.#taken?.isHeld) this.#taken.text += ` ${kept} `
    if (kept === '' || this.#taken?.isHeld) return
    if (this.#isRow) {
      this.#write(kept)
      return
    }
    this.endHeading()
    this.#marker = ''
    this.#begun = { kind: 'code', ...(language === undefined ? {} : { language }) }
    this.#write(kept)
    this.#gap = BLANK_LINE
  }

  /** What follows is what a figure or a table shows. */
  caption(): void {
    this.block()
    this.#begun ??= { kind: 'caption' }
  }

  endCaption(): void {
    if (this.#begun?.kind === 'caption') this.#begun = undefined
    this.block()
  }

  /** What follows, up to `endHeading`, is a heading. */
  beginHeading(level: number): void {
    this.endHeading()
    // An item that begins with a heading is that heading.
    this.#marker = ''
    this.#begun = { kind: 'heading', level }
    this.#headings.begin()
  }

  endHeading(): void {
    this.#closeHeading()
    this.block()
  }

  /** A box with a title of its own, beside the text, has ended. */
  endBox(level: number): void {
    this.endHeading()
    this.#headings.leave(level)
  }

  /** What follows, up to `endQuote`, is quoted from elsewhere. */
  beginQuote(): void {
    this.#quotes += 1
  }

  endQuote(): void {
    this.#quotes -= 1
  }

  /** What follows, up to `endFurniture`, leads the reader to other places. */
  beginFurniture(): void {
    this.block()
    this.#endBlock()
    this.#furniture += 1
  }

  endFurniture(): void {
    this.#endBlock()
    this.#furniture -= 1
  }

  /** How many blocks have begun. */
  mark(): number {
    this.#endBlock()
    return this.#written.blocks.length
  }

  /** All that was written since a mark leads the reader to other places, unless it is a plain list that a sentence introduces. */
  madeFurniture(mark: number): void {
    this.#endBlock()
    this.#written.madeFurniture(mark)
  }

  finish(): { text: string; blocks: Block[] } {
    this.#closeHeading()
    this.#endBlock()
    return this.#written.finish()
  }

  /** Whether what follows stands in a row. */
  get #isRow(): boolean {
    return this.#begun?.kind === 'row' || (this.#open?.kind === 'row' && this.#fresh)
  }

  #separate(wanted: string): void {
    if (this.#taken?.isHeld) {
      this.#taken.text += ' '
      return
    }
    if (this.#open?.kind === 'heading') this.#gap ||= ' '
    else if (!this.#fresh && (wanted === BLANK_LINE || this.#gap !== BLANK_LINE)) this.#gap = wanted
  }

  #begin(gap: string, begun: BlockNature): void {
    // No heading holds a list or a table: its end was forgotten.
    this.#closeHeading()
    this.#endBlock()
    this.#gap = gap
    this.#fresh = true
    this.#begun = begun
    this.#headings.drop()
  }

  #closeHeading(): void {
    if (this.#begun?.kind === 'heading') this.#begun = undefined
    if (this.#open?.kind === 'heading') {
      const length = this.#written.text.length - this.#open.start
      const place = { length, before: this.#written.blocks.at(-1), isFurniture: this.#furniture > 0 }
      const { block, goesOn } = this.#headings.end(this.#open, place)
      this.#open = block
      if (!goesOn) this.#endBlock()
    }
    this.#headings.drop()
  }

  #endBlock(): void {
    if (this.#open === undefined) return
    const open = this.#open
    this.#open = undefined
    const writing = { opening: this.#opening, cells: this.#cells, links: this.links, isFurniture: this.#furniture > 0 }
    this.#written.endBlock(open, writing)
  }

  #write(core: string): void {
    if (this.#taken) this.#taken.text += `${this.#taken.text === '' ? '' : this.#gap}${core}`
    // A remark stands behind its label.
    if (this.#begun === undefined && this.#gap === BLANK_LINE && isLabelAlone(this.#open, this.#opening))
      this.#gap = this.#written.endsInColon ? ' ' : ': '
    if (this.#begun !== undefined || this.#gap === BLANK_LINE) this.#endBlock()
    // What parts cells stands within a row, and nowhere between two blocks.
    if (this.#open === undefined && /\S/.test(this.#gap)) this.#gap = BLANK_LINE
    const after = this.#written.text.length
    const start = after === 0 ? 0 : after + this.#gap.length
    if (this.#open === undefined) {
      const kind = this.#quotes > 0 ? 'quote' : 'paragraph'
      this.links.reset()
      this.#open = { start, path: this.#headings.now, ...(this.#begun ?? { kind }) }
    }
    this.#begun = undefined
    if (start === this.#open.start) this.#opening = ''
    if (this.#opening.length <= LONGEST_LABEL)
      this.#opening += `${this.#opening === '' ? '' : this.#gap}${this.#marker}${core}`
    this.#written.write(this.#gap, this.#marker, core)
    this.links.write(core)
    this.#headings.write(core, this.#gap)
    this.#gap = ''
    this.#marker = ''
    this.#fresh = false
  }
}
