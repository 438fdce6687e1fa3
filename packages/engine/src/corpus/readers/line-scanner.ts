import { listMarkerOf } from '#language/list-marker.ts'
import type { Block } from '../types.ts'
import * as rules from './line-rules.ts'
import { markBlocks } from './mark-blocks.ts'
import { SectionPath, termLevel } from './section-path.ts'
import { type KnownLines, lineAt, type TextLine } from './text-lines.ts'

/** An indentation of so many columns sets lines apart from running text. */
const INDENT = 4
/** Of lines that are set apart so many are running text, where they are no code. */
const PROSE = 0.4
/** The level of headings that are known by nothing but their capitals. */
const CAPITALS_LEVEL = 2
/** The level of the time at which what follows was said, and the last one of headings. */
const LAST_LEVEL = 6
/** Lists nested deeper are items of the last level. */
const DEEPEST_LIST = 8

/** What is known of how a text is written. */
export interface Written {
  known: KnownLines
  isTypeset: boolean
  isTalk: boolean
}

/** A block that further lines may belong to. `prose`: of lines that are set apart, how many are running text. */
interface OpenBlock {
  block: Block
  lines: number
  prose?: number
}

/** Takes one line after the other, so that its time is that of reading them once. */
export class LineScanner {
  readonly #text: string
  readonly #written: Written
  readonly #blocks: Block[] = []
  readonly #path = new SectionPath()
  /** The lists that are open, by their indentation. */
  readonly #lists: number[] = []
  /** What headings are underlined with, the outermost first. */
  readonly #underlines: string[] = []
  #open: OpenBlock | undefined
  #fence: string | undefined
  #afterBlank = true
  #rows = 0
  #hasHeader = false

  constructor(text: string, written: Written) {
    this.#text = text
    this.#written = written
  }

  line(from: number, to: number): void {
    const line = lineAt(this.#text, from, to)
    if (line === undefined) this.#blank()
    else {
      if (this.#fence !== undefined) this.#fenced(line, this.#fence)
      else if (!this.#special(line)) this.#running(line)
      this.#afterBlank = false
    }
  }

  finish(): Block[] {
    this.#blank()
    this.#close()
    markBlocks(this.#blocks)
    return this.#blocks
  }

  #blank(): void {
    if (this.#fence === undefined) {
      this.#capitals()
      this.#close()
    }
    this.#afterBlank = true
    this.#rows = 0
    this.#hasHeader = false
  }

  /** A line that is what it is, whatever stands before it. */
  #special(line: TextLine): boolean {
    const { from, start, end, head } = line
    const known = this.#written.known.get(from)
    const marked = this.#written.isTypeset ? undefined : rules.markedHeading(head)
    const fenced = rules.fenceOf(head)
    if (known?.kind === 'heading') this.#knownHeading(line, known.level ?? 1)
    else if (known?.kind === 'code') this.#knownCode(line)
    else if (known) this.#whole({ start, end, kind: known.kind })
    else if (marked) this.#heading({ start, end }, marked.level, marked.title)
    else if (rules.isUnderline(head) && this.#underlined(line)) return true
    else if (fenced) this.#openFence(line, fenced)
    else if (rules.isUnderline(head) || rules.isFurniture(head)) this.#whole({ start, end, kind: 'furniture' })
    else return (this.#written.isTalk && this.#spoken(line)) || this.#item(line) || this.#row(line)
    return true
  }

  /** A heading that may go on in its next line. */
  #knownHeading({ start, end }: TextLine, level: number): void {
    const last = this.#blocks.at(-1)
    const goesOn = !this.#afterBlank && last?.kind === 'heading' && last.level === level
    if (!goesOn) {
      this.#heading({ start, end }, level)
      return
    }
    last.end = end
    const title = this.#text.slice(last.start, Math.min(end, last.start + rules.LINE_HEAD))
    const lines = title.split('\n').map((line) => line.trim())
    this.#path.enter(level, lines.join(' '))
  }

  /** Code goes on after an empty line. */
  #knownCode({ from, end }: TextLine): void {
    const last = this.#open === undefined ? this.#blocks.at(-1) : undefined
    if (last?.kind === 'code') last.end = end
    else this.#whole({ start: from, end, kind: 'code' })
  }

  #openFence({ start, end }: TextLine, { fence, language }: { fence: string; language?: string }): void {
    this.#whole({ start, end, kind: 'furniture' })
    this.#fence = fence
    this.#begin({ start: end, end, kind: 'code', ...(language === undefined ? {} : { language }) })
  }

  #fenced({ from, start, end, head }: TextLine, fence: string): void {
    const open = this.#open
    if (head.startsWith(fence)) {
      this.#fence = undefined
      this.#whole({ start, end, kind: 'furniture' })
    } else if (open) {
      if (open.lines === 0) open.block.start = from
      open.block.end = end
      open.lines += 1
    }
  }

  #underlined({ start, end, head }: TextLine): boolean {
    const open = this.#open
    // What is known for a heading may be underlined, too.
    const isBelow = open === undefined && !this.#afterBlank && this.#blocks.at(-1)?.kind === 'heading'
    if (!isBelow) {
      if (open?.block.kind !== 'paragraph' || open.lines !== 1) return false
      if (!rules.isUnderlineOf(open.block.end - open.block.start, head)) return false
      this.#open = undefined
      const mark = head.charAt(0)
      if (!this.#underlines.includes(mark)) this.#underlines.push(mark)
      this.#heading(open.block, Math.min(LAST_LEVEL, this.#underlines.indexOf(mark) + 1))
    }
    this.#whole({ start, end, kind: 'furniture' })
    return true
  }

  #spoken({ start, end, head }: TextLine): boolean {
    const time = rules.timeOf(head)
    const speaker = rules.speakerOf(head)
    if (time !== undefined) this.#heading({ start, end }, LAST_LEVEL, time)
    else if (speaker !== undefined) this.#begin({ start, end, kind: 'turn', speaker })
    return time !== undefined || speaker !== undefined
  }

  #item({ start, end, indent, head }: TextLine): boolean {
    const marker = listMarkerOf(head)
    if (marker === undefined) return false
    const { number = 0 } = marker
    const { end: before = 0, number: last, kind } = this.#open?.block ?? {}
    // "It defaults to\n100. A larger one …" goes on with a sentence.
    const goesOn = kind === 'paragraph' && number > 1 && !/[.:;!?]/.test(this.#text.charAt(before - 1))
    if (last !== number - 1 && goesOn) return false
    while ((this.#lists.at(-1) ?? -1) >= indent) this.#lists.pop()
    if (this.#lists.length < DEEPEST_LIST) this.#lists.push(indent)
    const depth = this.#lists.length
    const level = termLevel(depth)
    this.#path.leave(level)
    const term = rules.leadingTerm(head.slice(marker.length))
    if (term !== undefined) this.#path.enter(level, term)
    this.#begin({ start, end, kind: 'item', depth, ...(marker.number === undefined ? {} : { number }) })
    return true
  }

  #row({ start, end, head, indent }: TextLine): boolean {
    if (rules.isTableRule(head)) {
      const header = this.#open?.block
      if (header?.kind === 'row' && !this.#hasHeader) {
        header.number = this.#rows = 0
        this.#hasHeader = true
      }
      this.#whole({ start, end, kind: 'furniture' })
      return true
    }
    const goesOn = this.#open?.block.kind === 'paragraph' || indent >= INDENT
    if (!rules.isRow(head) || (!head.startsWith('|') && goesOn)) return false
    this.#begin({ start, end, kind: 'row', number: ++this.#rows })
    return true
  }

  #running(line: TextLine): void {
    const { start, end, head } = line
    const isSet = line.indent >= INDENT
    if (this.#afterBlank && line.indent === 0) this.#endLists()
    if (isSet) this.#capitals()
    const open = this.#open
    if (open === undefined || open.block.kind === 'row') this.#start(line)
    else if (open.prose === undefined) this.#extend(open, end)
    else if (isSet) {
      open.prose += Number(rules.isProse(head))
      this.#extend(open, end)
    } else if (open.lines > 1) this.#start(line)
    else {
      // What began with an indented line is a paragraph.
      const first = this.#text.slice(open.block.start, start).search(/\S/)
      this.#open = { lines: 2, block: { ...open.block, kind: 'paragraph', start: open.block.start + first, end } }
    }
  }

  /** Begins a block of running text, or of lines that are set apart. */
  #start({ from, start, end, indent, head }: TextLine): void {
    const last = this.#blocks.at(-1)
    if (this.#written.isTalk && this.#open === undefined && last?.kind === 'turn') {
      this.#begin({ start, end, kind: 'turn', ...(last.speaker === undefined ? {} : { speaker: last.speaker }) })
    } else if (indent >= INDENT && this.#lists.length === 0) {
      this.#begin({ start: from, end, kind: 'code' })
      if (this.#open) this.#open.prose = Number(rules.isProse(head))
    } else this.#begin({ start, end, kind: 'paragraph' })
  }

  #extend(open: OpenBlock, end: number): void {
    open.block.end = end
    open.lines += 1
  }

  #begin(block: Omit<Block, 'path'>): void {
    this.#close()
    this.#open = { block: { ...block, path: this.#path.now }, lines: block.start < block.end ? 1 : 0 }
  }

  /** A block of one line. */
  #whole(block: Omit<Block, 'path'>): void {
    this.#close()
    this.#blocks.push({ ...block, path: this.#path.now })
  }

  /** A line that stands alone, or above lines that are set apart, is a heading where it is in capitals. */
  #capitals(): void {
    const { block, lines } = this.#open ?? {}
    if (block?.kind !== 'paragraph' || lines !== 1 || block.end - block.start > rules.LINE_HEAD) return
    const title = this.#text.slice(block.start, block.end)
    if (!rules.isInCapitals(title)) return
    this.#open = undefined
    this.#heading(block, CAPITALS_LEVEL, title)
  }

  #heading(
    { start, end }: Pick<Block, 'start' | 'end'>,
    level: number,
    title = this.#text.slice(start, Math.min(end, start + rules.LINE_HEAD)),
  ): void {
    this.#close()
    this.#lists.length = 0
    this.#path.leave(level)
    this.#blocks.push({ start, end, kind: 'heading', level, path: this.#path.now })
    this.#path.enter(level, title)
  }

  #endLists(): void {
    this.#lists.length = 0
    this.#path.leave(termLevel(1))
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (open === undefined || open.lines === 0) return
    const { block, lines, prose = 0 } = open
    const last = this.#blocks.at(-1)
    if (prose > 0 && prose >= PROSE * lines) {
      const first = this.#text.slice(block.start, block.end).search(/\S/)
      this.#blocks.push({ ...block, kind: 'paragraph', start: block.start + first })
      // Code goes on after an empty line.
    } else if (block.kind === 'code' && open.prose !== undefined && last?.kind === 'code') last.end = block.end
    else this.#blocks.push(block)
  }
}
