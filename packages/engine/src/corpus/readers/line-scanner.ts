import { listMarkerOf } from '#language/list-marker.ts'
import type { Block } from '../types.ts'
import { Entries, type Entry } from './entries.ts'
import { labelled } from './labelled-lines.ts'
import { CAPITALS_LEVEL, OpenLists, TIME_LEVEL, Underlines } from './line-levels.ts'
import * as rules from './line-rules.ts'
import { markBlocks } from './mark-blocks.ts'
import type { Line, OpenBlock, TextLayout } from './open-block.ts'
import * as lines from './open-block.ts'
import { SectionPath, termLevel } from './section-path.ts'
import { bodyIndent, type KnownLines, lineAt } from './text-lines.ts'

/** What is known of how a text is written. */
export interface Written {
  /** Its sections are numbered, and known; nothing else parts it into sections. */
  isNumbered?: boolean
  /** It was set on pages: "# …" is no heading there. */
  isTypeset?: boolean
}

/** Takes one line after the other, so that its time is that of reading them once. */
export class LineScanner {
  readonly #text: string
  readonly #known: KnownLines
  readonly #layout: TextLayout
  readonly #talk: boolean
  readonly #isTypeset: boolean
  readonly #blocks: Block[] = []
  readonly #path = new SectionPath()
  readonly #lists = new OpenLists()
  readonly #entries: Entries
  readonly #underlines = new Underlines()
  #open: OpenBlock | undefined
  #fence: string | undefined
  #afterBlank = true
  #rows = 0
  #hasHeader = false

  constructor(text: string, known: KnownLines, { isNumbered = false, isTypeset = false }: Written = {}) {
    this.#isTypeset = isTypeset
    this.#text = text
    this.#known = known
    this.#talk = rules.isConversation(text)
    this.#layout = { text, body: bodyIndent(text), isNumbered }
    this.#entries = new Entries(text, { isIndented: this.#layout.body > 0, isNumbered })
  }

  line(from: number, to: number): void {
    const found = lineAt(this.#text, from, to)
    if (found === undefined) this.#blank()
    else {
      const line = lines.placed(found, this.#layout.body)
      if (this.#fence !== undefined) this.#fenced(line, this.#fence)
      else if (!this.#special(line)) this.#running(line)
      this.#afterBlank = false
    }
  }

  finish(): Block[] {
    this.#blank()
    this.#close()
    markBlocks(this.#blocks, this.#text)
    return this.#blocks
  }

  #blank(): void {
    if (this.#fence === undefined) {
      this.#capitals()
      this.#term(this.#lists.isOpen ? undefined : this.#entries.alone(this.#open), this.#open?.block)
      this.#close()
    }
    this.#afterBlank = true
    this.#rows = 0
    this.#hasHeader = false
  }

  /** A line that is what it is, whatever stands before it. */
  #special(line: Line): boolean {
    const { from, start, end, head, outdented } = line
    const known = this.#known.get(from)
    const isTyped = lines.isTypedIn(line, this.#layout, this.#path.now.at(-1))
    const isInPage = this.#layout.body > 0 && outdented === undefined
    const marked = isTyped || isInPage || this.#isTypeset ? undefined : rules.markedHeading(head)
    const fenced = rules.fenceOf(head)
    if (known?.kind === 'heading') this.#knownHeading(line, known.level ?? 1)
    else if (known?.kind === 'code') this.#knownCode(line)
    else if (known) this.#whole({ start, end, kind: known.kind })
    else if (marked) this.#heading({ start, end }, marked.level, marked.title)
    else if (rules.isUnderline(head) && this.#underlined(line)) return true
    else if (fenced) this.#openFence(line, fenced)
    else if (rules.isUnderline(head) || lines.leads(line, this.#layout.body))
      this.#whole({ start, end, kind: 'furniture' })
    else if (this.#open?.typed) this.#extend(this.#open, line)
    else if (isTyped) this.#typed(line)
    else return (this.#talk && this.#spoken(line)) || this.#stoodOut(line) || this.#item(line) || this.#row(line)
    return true
  }

  /** Code goes on after an empty line. */
  #knownCode({ from, end }: Line): void {
    const last = this.#open === undefined ? this.#blocks.at(-1) : undefined
    if (last?.kind === 'code') last.end = end
    else this.#whole({ start: from, end, kind: 'code' })
  }

  /** What is typed in, and what comes of it, to the next empty line. */
  #typed({ from, end }: Line): void {
    this.#begin({ start: from, end, kind: 'code' })
    if (this.#open) this.#open.typed = true
  }

  /** A line to the left of running text heads it. */
  #stoodOut({ start, end, head, outdented }: Line): boolean {
    const isItem = outdented === 'inner' && listMarkerOf(head) !== undefined
    if (outdented === undefined || this.#open !== undefined || isItem || rules.isNoHeading(head)) return false
    const level = rules.outdentedLevel(head, outdented === 'outermost')
    if (level === undefined) this.#whole({ start, end, kind: 'furniture' })
    else this.#heading({ start, end }, level)
    return true
  }

  #openFence({ start, end }: Line, { fence, language }: { fence: string; language?: string }): void {
    this.#whole({ start, end, kind: 'furniture' })
    this.#fence = fence
    this.#begin({ start: end, end, kind: 'code', ...(language === undefined ? {} : { language }) })
  }

  #fenced({ from, start, end, head }: Line, fence: string): void {
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

  #underlined({ start, end, head }: Line): boolean {
    const open = this.#open
    // What is known for a heading may be underlined, too.
    const isBelow = open === undefined && !this.#afterBlank && this.#blocks.at(-1)?.kind === 'heading'
    if (!isBelow) {
      if (open?.block.kind !== 'paragraph' || open.lines !== 1) return false
      if (!rules.isUnderlineOf(open.block.end - open.block.start, head)) return false
      this.#open = undefined
      this.#heading(open.block, this.#underlines.levelOf(head))
    }
    this.#whole({ start, end, kind: 'furniture' })
    return true
  }

  #spoken({ start, end, head }: Line): boolean {
    const time = rules.timeOf(head)
    const speaker = rules.speakerOf(head)
    if (time !== undefined) this.#heading({ start, end }, TIME_LEVEL, time)
    else if (speaker !== undefined) this.#begin({ start, end, kind: 'turn', speaker })
    return time !== undefined || speaker !== undefined
  }

  #item({ start, end, indent, head }: Line): boolean {
    const marker = listMarkerOf(head)
    if (marker === undefined) return false
    const { number = 0 } = marker
    const { end: before = 0, number: last, kind } = this.#open?.block ?? {}
    const said = this.#text.slice(Math.max(0, before - 1), before)
    // "It defaults to\n100. A larger one …" goes on with a sentence.
    const goesOn = kind === 'paragraph' && number > 1 && !/[.:;!?]/.test(said)
    if (last !== number - 1 && (goesOn || rules.isReference(head, said))) return false
    const depth = this.#lists.depthOf(indent)
    const level = termLevel(depth + this.#entries.around(indent))
    this.#path.leave(level)
    const words = head.slice(marker.length)
    const term = rules.leadingTerm(words) ?? (this.#layout.body > 0 ? rules.labelOf(words) : undefined)
    if (term !== undefined) this.#path.enter(level, term)
    this.#begin({ start, end, kind: 'item', depth, ...(marker.number === undefined ? {} : { number }) })
    return true
  }

  #row(line: Line): boolean {
    const { start, end, head, indent } = line
    if (rules.isTableRule(head)) {
      const header = this.#open?.block
      if (header?.kind === 'row' && !this.#hasHeader) {
        header.number = this.#rows = 0
        this.#hasHeader = true
      }
      this.#whole({ start, end, kind: 'furniture' })
      return true
    }
    const goesOn = this.#open?.block.kind === 'paragraph' || indent >= lines.INDENT
    // In the pages of a manual, a bar within a line parts alternatives, or commands.
    if (!rules.isRow(head) || (!head.startsWith('|') && (goesOn || this.#layout.body > 0))) return false
    // A row whose first cell is empty goes on with the one above.
    if (rules.isContinuedRow(head) && this.#open?.block.kind === 'row') this.#extend(this.#open, line)
    else this.#begin({ start, end, kind: 'row', number: ++this.#rows })
    return true
  }

  #running(line: Line): void {
    const isSet = line.indent >= lines.INDENT
    // A line behind an empty one may stand under fewer terms.
    const isRaised = this.#layout.isNumbered && rules.isRaisedNote(line.head)
    if (this.#afterBlank && (line.indent === 0 || isRaised)) this.#endLists(rules.isNote(line.head))
    else if (this.#afterBlank && !this.#lists.isOpen) this.#path.leave(termLevel(1 + this.#entries.around(line.indent)))
    if (isSet) this.#capitals()
    this.#terms(line)
    const open = this.#open
    const code = open?.looksLikeCode
    if (open && code && isSet) {
      open.looksLikeCode = lines.looksOf(code, line.head)
      this.#extend(open, line)
    } else if (open && code && (open.lines > 1 || code.lines > 0)) this.#start(line)
    else if (
      open &&
      open.block.kind !== 'row' &&
      (!isSet || this.#lists.isOpen || lines.goesOnSetApart(open, this.#layout))
    ) {
      // What began with an indented line is a paragraph.
      if (code) this.#open = { block: { ...open.block, kind: 'paragraph', start: code.start }, lines: open.lines }
      this.#extend(this.#open ?? open, line)
    } else this.#start(line)
  }

  /** Begins a block of running text, or of lines that are set apart. */
  #start({ from, start, end, indent, head }: Line): void {
    const last = this.#blocks.at(-1)
    if (this.#talk && this.#open === undefined && last?.kind === 'turn') {
      this.#begin({ start, end, kind: 'turn', ...(last.speaker === undefined ? {} : { speaker: last.speaker }) })
    } else if (indent >= lines.INDENT && !this.#lists.isOpen) {
      this.#begin({ start: from, end, kind: 'code' })
      if (this.#open) this.#open.looksLikeCode = lines.looksOf({ start, indent, lines: 0, prose: 0, said: 0 }, head)
    } else this.#begin({ start, end, kind: 'paragraph' })
  }

  #extend(open: OpenBlock, { end }: Line): void {
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

  /** A line that stands alone, or above lines that are set apart, is a heading where it is in capitals; in a numbered section, a term. */
  #capitals(): void {
    const { block, lines } = this.#open ?? {}
    if (block?.kind !== 'paragraph' || lines !== 1 || block.end - block.start > rules.LINE_HEAD) return
    const title = this.#text.slice(block.start, block.end)
    if (!rules.isInCapitals(title)) return
    this.#open = undefined
    this.#heading(block, this.#layout.isNumbered ? termLevel(1) : CAPITALS_LEVEL, title)
  }

  /** Above lines that are set apart, a line is a term which they explain, or begins with one. */
  #terms(line: Line): void {
    if (this.#lists.isOpen) return
    this.#term(this.#entries.explained(line, this.#open), this.#open?.block)
    const above = this.#afterBlank ? this.#entries.above(line, this.#blocks.at(-1)) : undefined
    if (above) this.#blocks.pop()
    this.#term(above)
  }

  #term(found: Entry | undefined, before?: Block): void {
    if (found === undefined) return
    const { start, end, depth, title, explanation } = found
    this.#open = undefined
    this.#heading({ start, end }, termLevel(depth), title)
    if (explanation === undefined || before === undefined) return
    const block: Block = { start: explanation, end: before.end, kind: 'paragraph', path: this.#path.now }
    this.#open = { lines: 1, explains: true, block }
  }

  #heading(
    { start, end }: Pick<Block, 'start' | 'end'>,
    level: number,
    title = this.#text.slice(start, Math.min(end, start + rules.LINE_HEAD)),
  ): void {
    this.#close()
    this.#lists.end()
    this.#path.leave(level)
    this.#blocks.push({ start, end, kind: 'heading', level, path: this.#path.now })
    this.#path.enter(level, title)
  }

  /** A heading that may go on in its next line. */
  #knownHeading({ start, end }: Line, level: number): void {
    const last = this.#blocks.at(-1)
    const goesOn = !this.#afterBlank && last?.kind === 'heading' && last.level === level
    if (goesOn) last.end = end
    const title = this.#text.slice(goesOn ? last.start : start, end).replace(/\s+/g, ' ')
    if (goesOn) this.#path.enter(level, title)
    else this.#heading({ start, end }, level, title)
  }

  /** A note goes on set apart, as an item does; at the foot of numbered sections it may be of any of them. */
  #endLists(isNote = false): void {
    this.#lists.end()
    this.#entries.leave()
    this.#path.leave(isNote && this.#layout.isNumbered ? 2 : termLevel(1))
    if (isNote) this.#lists.depthOf(0)
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (open === undefined || open.lines === 0) return
    const last = this.#blocks.at(-1)
    const settled = lines.settle(open, lines.isIntroduced(open, last, this.#layout))
    // Code goes on after an empty line.
    if (settled.kind === 'code' && open.looksLikeCode && last?.kind === 'code') last.end = settled.end
    else this.#blocks.push(...(this.#layout.body > 0 && !open.explains ? labelled(settled, this.#text) : [settled]))
  }
}
