import { BETWEEN_CELLS, EMPTY_CELL } from '#language/table-row.ts'
import type { Block } from '../types.ts'
import { factsBelowHeading } from './facts.ts'
import { withFieldLists } from './field-lists.ts'
import { markHeaderRow } from './header-rows.ts'
import { IndexEntries } from './index-entries.ts'
import { isFold, LONGEST_LABEL, labelIn, plainTitle } from './labels.ts'
import { Links } from './links.ts'
import { markBlocks } from './mark-blocks.ts'
import type { DocumentParts } from './metadata.ts'
import { BOX_LEVEL, SectionPath, termLevel } from './section-path.ts'
import {
  asFurniture,
  type BegunBlock,
  isLabelAlone,
  LONGEST_HEADING,
  LONGEST_TERM,
  labelled,
  linesOfCode,
  placedBlock,
  settledBlock,
  withFormerTerm,
} from './settled-block.ts'

const BLANK_LINE = '\n\n'
const HAND_MARK = /^\s*[•◦▪‣·]\s+/u
/** "It can be moored at the following quays:"; what is shorter, such as "On this page:", is a label. */
const INTRODUCES = /(?:\S+\s+){4}\S+:$/u

/** White space that is not a single space. */
const UNEVEN = /[^\S ]|\s\s/

function isSpace(code: number): boolean {
  if (code <= 0x7f) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return /\s/.test(String.fromCharCode(code))
}

/** What a block is. */
type BlockNature = Omit<Block, 'start' | 'end' | 'path'>

/**
 * Puts a text together and notes the blocks that it consists of. Blocks stand a blank line apart; items, rows and lines a
 * line break.
 */
export class TextBuilder {
  readonly #blocks: Block[] = []
  readonly #path = new SectionPath()
  #out = ''
  /** What the block that is written begins with, apart from `#out` as the title is: enough to tell a label. */
  #opening = ''
  #gap = ''
  #marker = ''
  /** Nothing was written since an item, a row or a cell began: it needs no further break. */
  #fresh = false
  /** What the next text begins, if that is not a paragraph. */
  #begun: BlockNature | undefined
  #open: BegunBlock | undefined
  #cells = 0
  /** The text of the heading or term that is being written, apart from `#out`, whose parts cost much to read back. */
  #title: string | undefined
  /** Told of each link as it begins and ends. */
  readonly links = new Links()
  readonly #entries = new IndexEntries()
  #quotes = 0
  #furniture = 0

  /** Running text: white space collapses, and a soft-wrapped line becomes one. */
  text(part: string): void {
    // Whoever set a list in rows wrote its marks by hand.
    const core = this.#fresh && this.#isRow ? part.replace(HAND_MARK, '').trim() : part.trim()
    if (isSpace(part.charCodeAt(0))) this.#gap ||= ' '
    if (core === '') return
    this.#write(UNEVEN.test(core) ? core.replace(/\s+/g, ' ') : core)
    if (isSpace(part.charCodeAt(part.length - 1))) this.#gap = ' '
  }

  /** Whether text that follows would go on with a line. */
  get isWithin(): boolean {
    return this.#open !== undefined && this.#begun === undefined && !this.#fresh && !this.#gap.includes('\n')
  }

  /** Whether text that follows would go on with an item. */
  get isInItem(): boolean {
    return this.isWithin && this.#open?.kind === 'item'
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
    this.#path.leave(termLevel(depth))
  }

  /** Whether what follows is the term that an item explains. */
  get isInTerm(): boolean {
    return this.#title !== undefined && (this.#open?.kind === 'item' || this.#begun?.kind === 'item')
  }

  /** What follows is of the whole document. */
  leaveSections(): void {
    this.endHeading()
    this.#endBlock()
    this.#path.leaveInner()
  }

  /** What follows is emphasised: at the beginning of an item it is the term that the item explains. */
  beginTerm(): void {
    if (this.#fresh && this.#begun?.kind === 'item') this.#title ??= ''
  }

  endTerm(): void {
    if (this.#open?.kind !== 'item' || !this.#title) return
    const term = plainTitle(this.#title).replace(/\s*[:：]$/u, '')
    if (term === '') return
    this.#title = undefined
    if (term.length > LONGEST_TERM) return
    this.#path.enter(termLevel(this.#open.depth ?? 1), term)
    this.#open.path = this.#path.now
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
    markHeaderRow(this.#blocks, this.#out)
    this.#sayFacts()
    this.block()
  }

  /** A table of one row below a heading is read by who looks up its columns: it becomes a line of facts. */
  #sayFacts(): void {
    const facts = factsBelowHeading(this.#blocks, this.#out)
    if (facts === undefined) return
    const { start, said, path } = facts
    this.#out = this.#out.slice(0, start) + said
    this.#blocks.splice(-2, 2, { start, end: this.#out.length, kind: 'paragraph', path })
  }

  /**
   * What follows is a row's next cell; `labelled`: what the cell before it is the label of; `inColumns`: its table has a
   * header, below which an empty cell before it keeps its place.
   */
  cell({ labelled = false, inColumns = false } = {}): void {
    if (this.#begun?.kind === 'row') {
      if (this.#cells > 0 && inColumns) this.#marker += `${EMPTY_CELL}${BETWEEN_CELLS}`
      // An empty cell of no column is there for its looks.
      if (this.#cells === 0 || inColumns) this.#cells += 1
      return
    }
    this.#closeHeading()
    if (this.#open?.kind !== 'row' || this.#begun !== undefined) this.#separate(BLANK_LINE)
    else {
      const isEmpty = inColumns && this.#fresh && this.#gap.endsWith(BETWEEN_CELLS)
      const empty = isEmpty ? `${this.#gap}${EMPTY_CELL}` : ''
      this.#gap = labelled ? (this.#out.endsWith(':') ? ' ' : ': ') : `${empty}${BETWEEN_CELLS}`
      this.#fresh = true
      this.#cells += 1
    }
  }

  /** What follows goes on in a cell, behind a mark where something stands there already. */
  within(mark: string): void {
    if (this.#fresh || this.#begun !== undefined) return
    if (this.#gap.trim() === '') this.#gap = mark
  }

  /** Lines of code, their white space kept but for empty lines before and after. */
  code(lines: string, language?: string): void {
    const kept = linesOfCode(lines)
    if (kept === '') return
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

  /** A text that is read already, which stands under the headings above it. */
  page({ text, blocks = [] }: Pick<DocumentParts, 'text' | 'blocks'>): void {
    this.endHeading()
    this.#endBlock()
    if (this.#out !== '') this.#out += BLANK_LINE
    const at = this.#out.length
    this.#out += text.trimEnd()
    this.#blocks.push(...blocks.map((block) => placedBlock(block, at, this.#path.now)))
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
    this.#title = ''
  }

  endHeading(): void {
    this.#closeHeading()
    this.block()
  }

  /** A box with a title of its own, beside the text, has ended. */
  endBox(level: number): void {
    this.endHeading()
    this.#path.leave(level)
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
    return this.#blocks.length
  }

  /** All that was written since a mark leads the reader to other places, unless it is a plain list that a sentence introduces. */
  madeFurniture(mark: number): void {
    this.#endBlock()
    const before = this.#blocks[mark - 1]
    const isPlain = this.#blocks.slice(mark).every(({ kind, depth }) => kind === 'item' && depth === 1)
    const isListed = isPlain && before?.kind === 'paragraph'
    if (isListed && INTRODUCES.test(this.#out.slice(before.start, before.end))) return
    for (let at = mark; at < this.#blocks.length; at += 1) asFurniture(this.#blocks, at)
  }

  finish(): { text: string; blocks: Block[] } {
    this.#closeHeading()
    this.#endBlock()
    this.#entries.markIn(this.#blocks)
    const { text, blocks } = withFieldLists({ text: this.#out, blocks: this.#blocks })
    markBlocks(blocks, text)
    return { text, blocks }
  }

  /** Whether what follows stands in a row. */
  get #isRow(): boolean {
    return this.#begun?.kind === 'row' || (this.#open?.kind === 'row' && this.#fresh)
  }

  #separate(wanted: string): void {
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
    this.#title = undefined
  }

  #closeHeading(): void {
    if (this.#begun?.kind === 'heading') this.#begun = undefined
    const written = this.#title
    this.#title = undefined
    if (this.#open?.kind !== 'heading') return
    const title = plainTitle(written ?? '')
    const { start, path, level = 1 } = this.#open
    if (this.#furniture === 0 && labelIn(title) !== undefined) {
      this.#open = { start, kind: 'paragraph', path }
      return
    }
    if (this.#out.length - start > LONGEST_HEADING) this.#open = { start, kind: 'paragraph', path }
    else if (level === BOX_LEVEL && isFold(title)) this.#open = { start, kind: 'furniture', path }
    else if (this.#furniture === 0) {
      const whole = withFormerTerm(title, level, this.#blocks.at(-1), this.#path.now)
      this.#path.leave(level)
      this.#open.path = this.#path.now
      this.#path.enter(level, whole)
    }
    this.#endBlock()
  }

  #endBlock(): void {
    if (this.#open === undefined) return
    const open = this.#open
    this.#open = undefined
    if ((open.kind === 'item' || open.kind === 'paragraph') && this.links.isEntry)
      this.#entries.add(this.#blocks.length)
    // A note that is set as a table has its label in a row of its own.
    const isLabel =
      open.kind === 'row' && this.#cells < 2 && isLabelAlone({ ...open, kind: 'paragraph' }, this.#opening)
    const isAside = this.#furniture > 0 || isLabel || (open.kind === 'paragraph' && this.links.leadElsewhere)
    const pointer = open.kind === 'paragraph' && !isAside ? this.links.pointer : undefined
    const end = this.#out.length
    this.#blocks.push(settledBlock(open, pointer?.after ?? end, { isAside, cells: this.#cells }))
    if (pointer) this.#blocks.push({ start: pointer.start, end, kind: 'furniture', path: open.path })
  }

  #write(core: string): void {
    // A remark stands behind its label.
    if (this.#begun === undefined && this.#gap === BLANK_LINE && isLabelAlone(this.#open, this.#opening))
      this.#gap = this.#out.endsWith(':') ? ' ' : ': '
    if (this.#begun !== undefined || this.#gap === BLANK_LINE) this.#endBlock()
    // What parts cells stands within a row, and nowhere between two blocks.
    if (this.#open === undefined && /\S/.test(this.#gap)) this.#gap = BLANK_LINE
    const place = { after: this.#out.length, start: this.#out.length + this.#gap.length }
    if (this.#out !== '') this.#out += this.#gap
    if (this.#open === undefined) {
      const kind = this.#quotes > 0 ? 'quote' : 'paragraph'
      this.links.reset()
      this.#open = { start: this.#out.length, path: this.#path.now, ...(this.#begun ?? { kind }) }
    }
    this.#begun = undefined
    if (this.#out.length === this.#open.start) this.#opening = ''
    if (this.#opening.length <= LONGEST_LABEL)
      this.#opening += `${this.#opening === '' ? '' : this.#gap}${this.#marker}${core}`
    this.#out += this.#marker
    this.#out += core
    this.links.write(core, place)
    if (this.#title !== undefined) this.#title += this.#title === '' ? core : this.#gap + core
    this.#gap = ''
    this.#marker = ''
    this.#fresh = false
  }
}
