import type { Block } from '../types.ts'
import * as rules from './line-rules.ts'
import { INDENT, type Line, type OpenBlock } from './open-block.ts'

/** A term, and where what explains it begins, if in the same line. */
export interface Entry extends Pick<Block, 'start' | 'end'> {
  /** 2 for one that is itself set apart. */
  depth: 1 | 2
  title: string
  explanation: number | undefined
}

/** An entry has no more names than this, each in a line of its own. */
const MOST_TERMS = 5
/** What explains an option, or between numbered sections a name, is set apart from it by so many columns, at least. */
const LEAST_INDENT = 2
/** The column of an explanation that no entry before has shown. */
const UNKNOWN = -1

/** The lines of an open block, which may be terms. */
interface TermLines extends Pick<Block, 'start' | 'end'> {
  indent: number
  isInner: boolean
}

function linesOf({ block, looksLikeCode: inner }: OpenBlock): TermLines {
  return {
    start: inner?.start ?? block.start,
    end: block.end,
    indent: inner?.indent ?? 0,
    isInner: inner !== undefined,
  }
}

const plain = (term: string) => term.replace(/\s+/g, ' ')

/** Finds terms, each above or before lines that are set apart and explain it. */
export class Entries {
  readonly #text: string
  /** All running text is set apart from the margin. */
  readonly #isIndented: boolean
  readonly #isNumbered: boolean
  /** Where the terms begin that what is read now stands under, the outermost first. */
  #indents: number[] = []
  /** By the column where terms begin, the one where what explains them does. */
  readonly #columns = new Map<number, number>()

  constructor(text: string, { isIndented, isNumbered }: { isIndented: boolean; isNumbered: boolean }) {
    this.#text = text
    this.#isIndented = isIndented
    this.#isNumbered = isNumbered
  }

  /** How many of the terms a line stands under that begins in such a column. */
  around(indent: number): number {
    return this.#indents.filter((column) => column < indent).length
  }

  leave(): void {
    this.#indents = []
  }

  /** What a line explains: the lines directly above it, or the beginning of the last of them. */
  explained(line: Line, open: OpenBlock | undefined): Entry | undefined {
    if (open === undefined || open.explains || open.block.kind !== (open.looksLikeCode ? 'code' : 'paragraph'))
      return undefined
    const lines = linesOf(open)
    const beforeColon = line.indent > lines.indent && open.lines === 1 ? this.#beforeColon(lines) : undefined
    if (beforeColon) return this.#entered(beforeColon, lines)
    if (line.indent < lines.indent + this.#leastSet(lines)) return undefined
    if (!this.#isIndented && line.indent < lines.indent + INDENT && !rules.beginsAnew(line.head)) return undefined
    const found = open.lines === 1 ? this.#ofOne(line, lines) : this.#ofSeveral(lines, line)
    if (found) this.#columns.set(lines.indent, line.indent)
    return found && this.#entered(found, lines)
  }

  /** Columns by which what explains some lines is set apart from them, at least. */
  #leastSet({ start, end }: TermLines): number {
    const head = this.#text.slice(start, Math.min(end, start + rules.LINE_HEAD))
    const isOption = this.#isIndented && rules.isOption(head)
    const isNamed = this.#isNumbered && head.split('\n').every(rules.isName)
    return isOption || isNamed ? LEAST_INDENT : INDENT
  }

  /** A term with all that explains it in its line, as the entries beside it have it. */
  alone(open: OpenBlock | undefined): Entry | undefined {
    if (open === undefined || open.block.kind !== (open.looksLikeCode ? 'code' : 'paragraph')) return undefined
    const lines = linesOf(open)
    if (!this.#isIndented) {
      const found = open.lines === 1 && !open.explains ? this.#beforeColon(lines) : undefined
      return found && this.#entered(found, lines)
    }
    const isOption = rules.isOption(this.#text.slice(lines.start, lines.start + 3))
    const column = this.#columns.get(lines.indent) ?? (isOption ? UNKNOWN : undefined)
    const found =
      column === undefined || open.explains ? undefined : this.#ofSeveral(lines, { indent: column, head: '' })
    return found?.explanation === undefined ? undefined : this.#entered(found, lines)
  }

  /** The option, or between numbered sections any term, that stands above an empty line, where what follows explains it. */
  above(line: Line, last: Block | undefined): Entry | undefined {
    if (last?.kind !== 'paragraph' || last.end - last.start > rules.LINE_HEAD) return undefined
    const head = this.#text.slice(last.start, last.end)
    const isExplained = this.#isNumbered && line.indent >= INDENT && rules.isProse(line.head) && !head.includes('\n')
    if (!isExplained && !(this.#isIndented && rules.isOption(head))) return undefined
    if (!rules.isTerm(head) || rules.isProse(head)) return undefined
    const indent = last.start - 1 - this.#text.lastIndexOf('\n', last.start)
    const lines = { ...last, indent: 0, isInner: false }
    if (line.start - line.from <= indent || /\S/.test(this.#text.slice(last.start - indent, last.start)))
      return undefined
    return this.#entered({ start: last.start, end: last.end, title: plain(head), explanation: undefined }, lines)
  }

  /** Between numbered sections, a name with a colon behind it. */
  #beforeColon({ start, end }: TermLines): Omit<Entry, 'depth'> | undefined {
    if (!this.#isNumbered || this.#isIndented) return undefined
    const found = rules.termBeforeColon(this.#text.slice(start, Math.min(end, start + rules.LINE_HEAD)))
    return found && { start, end: start + found.name.length, title: plain(found.name), explanation: start + found.text }
  }

  #entered(found: Omit<Entry, 'depth'>, { indent, isInner }: TermLines): Entry {
    this.#indents = [...this.#indents.filter((column) => column < indent), indent]
    return { ...found, depth: isInner ? 2 : 1 }
  }

  #ofOne({ head: explanation, indent: column }: Line, lines: TermLines): Omit<Entry, 'depth'> | undefined {
    const { start, end, indent, isInner } = lines
    const head = this.#text.slice(start, Math.min(end, start + rules.LINE_HEAD))
    const before = this.#isIndented ? rules.termBefore : this.#isNumbered ? rules.termInColumns : undefined
    const term = before?.(head, column - indent)
    if (term !== undefined)
      return { start, end: start + term.name.length, title: plain(term.name), explanation: start + term.text }
    const isProse = rules.isProse(explanation) || (this.#isNumbered && rules.beginsAnew(explanation))
    const isExplained = isInner ? this.#isIndented && isProse : this.#isIndented || isProse
    const mayBe = this.#isNumbered && !this.#isIndented ? rules.isName : rules.isTerm
    return isExplained && mayBe(head) ? { start, end, title: plain(head), explanation: undefined } : undefined
  }

  /** Several terms, each in its line, that share what explains them. */
  #ofSeveral(
    { start, end, indent }: TermLines,
    { indent: column, head: explanation }: Pick<Line, 'indent' | 'head'>,
  ): Omit<Entry, 'depth'> | undefined {
    const mayBe = this.#isIndented || (this.#isNumbered && rules.beginsAnew(explanation))
    if (!mayBe || end - start > rules.LINE_HEAD) return undefined
    const lines = this.#text.slice(start, end).split('\n')
    const names = lines.map((each) => each.trim())
    const last = names.at(-1) ?? ''
    const term = this.#isIndented ? rules.termBefore(last, column - indent) : undefined
    const terms = [...names.slice(0, -1), term?.name ?? last]
    const isName = this.#isIndented ? (name: string) => rules.isTerm(name) && !rules.isProse(name) : rules.isName
    // Several names with text behind each are several entries.
    const isEntry = terms.length <= MOST_TERMS && terms.every(isName) && !names.slice(0, -1).some(rules.hasText)
    if (!isEntry) return undefined
    const from = end - last.length
    const title = terms.map(plain).join(', ')
    return term === undefined
      ? { start, end, title, explanation: undefined }
      : { start, end: from + term.name.length, title, explanation: from + term.text }
  }
}
