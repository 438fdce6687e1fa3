import { listMarkerOf } from '#language/list-marker.ts'
import { isInCapitals, isProse, isTerm } from './line-rules.ts'
import type { DocumentParts } from './metadata.ts'
import { termLevel } from './section-path.ts'
import {
  dedented,
  type Entry,
  entriesOf,
  indentOf,
  isCodeLike,
  isDrawn,
  isListing,
  MIDDLE,
  namesIn,
  textColumn,
  titleIn,
} from './tagged-columns.ts'
import * as marks from './tagged-lines.ts'
import { TextBuilder } from './text-builder.ts'

/** Lines that are set apart from the margin by fewer columns are running text. */
const LEAST_SET = 3
/** Lines that are set apart by so many columns begin no paragraph at the margin. */
const LEAST_APART = 5
/** The level of a heading below a line of "=", below one of "-", and of one in capitals or marked. */
const LEVELS = { '=': 2, '-': 3, alone: 4 } as const

/** Lines in which the title and the first ruler stand. */
const LONGEST_HEADER = 200
/** A longer list of names is read in parts. */
const MOST_ROWS = 1_000

/**
 * Reads a text with tags, as Vim's help has them: sections below rulers or headed by their tags, code between ">" and "<" or
 * the next line at the margin, what is shown with "~" behind it, entries headed by their tags. Marks are left out.
 */
export function readTagged(text: string): DocumentParts {
  const reader = new TaggedReader(text.split('\n').map(marks.withoutTabs))
  return reader.read()
}

class TaggedReader {
  readonly #lines: string[]
  readonly #builder = new TextBuilder()
  /** Where the first ruler stands, the first line with words, and the title; -1 without one. */
  readonly #header: number
  readonly #first: number
  readonly #titleAt: number
  #title: string | undefined
  /** Where the line stands that is read next. */
  #at = 0
  #ruler: '=' | '-' | undefined
  #afterBlank = true
  /** A tag stands alone above the next line. */
  #afterTag = false
  /** Where what is said of the last entry below a tag began beside its name; 0 where it stood below. */
  #column = 0
  /** Columns by which what explains an entry is set apart. */
  #body = 0

  constructor(lines: string[]) {
    this.#lines = lines
    const header = lines.slice(0, LONGEST_HEADER)
    this.#header = header.findIndex(marks.isRuler)
    this.#first = header.findIndex((line) => line !== '')
    this.#titleAt = titleIn(header, this.#first + 1, this.#header)
  }

  read(): DocumentParts {
    while (this.#at < this.#lines.length) this.#next()
    return { ...(this.#title === undefined ? {} : { title: this.#title }), ...this.#builder.finish() }
  }

  #next(): void {
    const line = this.#lines[this.#at] ?? ''
    if (line === '' || marks.isTagLine(line)) {
      this.#builder.block()
      this.#afterBlank = true
      this.#afterTag = line !== ''
      this.#at += 1
      return
    }
    if (marks.isRuler(line)) {
      this.#ruler = line.startsWith('=') ? '=' : '-'
      this.#at += 1
      this.#leaveEntry()
      return
    }
    this.#read(line)
    this.#ruler = undefined
    this.#afterBlank = this.#lines[this.#at - 1] === ''
    this.#afterTag = false
  }

  #read(line: string): void {
    const set = indentOf(line)
    if (set === 0) this.#leaveEntry()
    if (this.#at < this.#header && this.#opening(line)) return
    if (marks.isContents(line) || marks.leadsOn(line)) this.#furniture(line)
    else if (set === 0 && (this.#headed(line) || this.#entry(line) || this.#columns())) return
    else if (isItem(line)) this.#item(line)
    else if (set >= this.#body + LEAST_SET && this.#afterBreak()) this.#apart()
    else this.#running(line)
  }

  /** Whether lines that are set apart here are no paragraph's second line. */
  #afterBreak(): boolean {
    const before = this.#lines[this.#at - 1] ?? ''
    const below = this.#lines[this.#at + 1] ?? ''
    // The first line of a paragraph may be set apart by a few columns, and so may what goes on with an item.
    const set = indentOf(this.#lines[this.#at] ?? '') - this.#body
    if (set < LEAST_APART && (before === '' ? textColumn(below) === undefined : indentOf(below) - this.#body < set))
      return false
    const isSet = indentOf(this.#lines[this.#at] ?? '') >= indentOf(before) + LEAST_SET
    return this.#afterBlank || marks.isTagLine(before) || (isSet && !this.#builder.isInItem)
  }

  /** What stands above the first section: the name of the file and of the manual, and the title. */
  #opening(line: string): boolean {
    if (this.#at === this.#titleAt) {
      this.#title = marks.plainTitle(line)
      this.#heading(1, this.#title)
      return true
    }
    if (this.#at !== this.#first && indentOf(line) < MIDDLE) return false
    this.#furniture(line)
    return true
  }

  #headed(line: string): boolean {
    const isAlone = (this.#afterBlank || this.#ruler !== undefined) && (this.#lines[this.#at + 1] ?? '') === ''
    const title = marks.plainTitle(line)
    const isMarked = (marks.isShown(line) && textColumn(line) === undefined) || (isAlone && isInCapitals(title))
    const isSection =
      this.#ruler !== undefined && !marks.opensCode(line) && (isAlone || marks.isTagged(line) || isMarked)
    if (title === '' || (!isSection && !(isMarked && this.#afterBlank))) return false
    this.#heading(isSection && this.#ruler !== undefined ? LEVELS[this.#ruler] : LEVELS.alone, title)
    return true
  }

  #heading(level: number, title: string): void {
    this.#builder.beginHeading(level)
    this.#builder.text(title)
    this.#builder.endHeading()
    this.#at += 1
  }

  #furniture(line: string): void {
    this.#builder.beginFurniture()
    this.#builder.text(marks.plainWords(line))
    this.#builder.endFurniture()
    this.#at += 1
  }

  /** A line below its tag, or before it, names what it explains behind it or in lines that are set apart. */
  #entry(line: string): boolean {
    const isBeside = this.#column > 0 && textColumn(line) === this.#column
    if (!this.#afterTag && !marks.isTagged(line) && !isBeside) return false
    const below = indentOf(this.#lines[this.#at + 1] ?? '')
    const { names, words, end, column } = namesIn(this.#lines, this.#at)
    if ((words === '' && below < LEAST_SET) || !names.every((name) => isTerm(name) && !isProse(name))) return false
    this.#heading(termLevel(1), names.join(', '))
    if (!isBeside) this.#column = column
    const last = this.#lines[end - 1] ?? ''
    const next = indentOf(this.#lines[end] ?? '')
    this.#at = end - 1
    this.#body = next === 0 ? column : Math.min(column || next, next)
    this.#words(marks.opensCode(last) ? `${words} >` : words)
    return true
  }

  #leaveEntry(): void {
    if (this.#body > 0) this.#builder.leave(1)
    this.#body = 0
  }

  #item(line: string): void {
    const words = marks.plainWords(line).trim()
    const { length = 0, number } = listMarkerOf(words) ?? {}
    const marker = number === undefined ? '-' : `${number}.`
    this.#builder.item(marker, this.#afterBlank, { depth: 1, ...(number === undefined ? {} : { number }) })
    this.#words(words.slice(length))
  }

  /** A list of names at the margin, and what stands beside them. */
  #columns(): boolean {
    if (!this.#afterBlank || textColumn(this.#lines[this.#at] ?? '') === undefined) return false
    const isRow = (line = '') => line !== '' && !marks.isTagged(line) && !marks.isTagLine(line)
    let end = this.#at
    while (end - this.#at < MOST_ROWS && isRow(this.#lines[end])) end += 1
    const group = this.#lines.slice(this.#at, end)
    const header = marks.isShown(group[0] ?? '') ? group[0] : undefined
    const entries = entriesOf(group.slice(header === undefined ? 0 : 1).map(marks.plainWords))
    if (entries === undefined || group.slice(1).some((line) => marks.isShown(line) || isDrawn(line))) return false
    this.#entries(entries, header)
    this.#at += group.length
    this.#builder.block()
    return true
  }

  /** Lines set apart: what is shown, a list of names or things, or a paragraph. */
  #apart(): void {
    const group: string[] = []
    let opens = false
    for (let at = this.#at; at < this.#lines.length && !opens; at += 1) {
      const line = this.#lines[at] ?? ''
      if (indentOf(line) < this.#body + LEAST_SET || marks.isTagLine(line) || isItem(line)) break
      if (line === '') break
      group.push(line)
      opens = marks.opensCode(line)
    }
    const [first = '', ...others] = group
    const plain = group.map(marks.plainWords)
    const entries = opens ? undefined : entriesOf(marks.isShown(first) ? plain.slice(1) : plain)
    if (group.length === 0) this.#running(this.#lines[this.#at] ?? '')
    else if (entries && !group.some((line) => isDrawn(line)) && others.every((line) => !marks.isShown(line)))
      this.#entries(entries, marks.isShown(first) ? first : undefined)
    else if (!opens && isCodeLike(group)) this.#builder.code(dedented(group.map(marks.withoutShown)))
    else if (!opens && isListing(plain)) for (const each of plain) this.#listed(each)
    else {
      this.#builder.block()
      for (const line of group.slice(0, -1)) this.#builder.text(`${marks.plainWords(line)} `)
      this.#at += group.length - 1
      this.#words(marks.plainWords(group.at(-1) ?? ''))
      this.#builder.block()
      return
    }
    this.#at += group.length
    this.#builder.block()
  }

  #entries(entries: readonly Entry[], header: string | undefined): void {
    const [label = '', ...rest] =
      header === undefined
        ? []
        : marks
            .withoutShown(header)
            .trim()
            .split(/\s{2,}/)
    if (header !== undefined) this.#row([label, rest.join(' ')], 0)
    for (const [at, { label, words }] of entries.entries()) {
      if (header !== undefined) this.#row([label, words], at + 1)
      else this.#listed(`${label}: ${words}`, at === 0, label)
    }
  }

  #row(cells: readonly string[], number: number): void {
    this.#builder.row(number === 0, number)
    for (const cell of cells) {
      this.#builder.cell({ inColumns: true })
      this.#builder.text(cell)
    }
  }

  #listed(words: string, isFirst = false, term = ''): void {
    this.#builder.item('-', isFirst, { depth: 1 })
    this.#builder.beginTerm()
    this.#builder.text(term)
    this.#builder.endTerm()
    this.#builder.text(words.slice(term.length))
    this.#builder.endItem(1)
  }

  /** A line of running text. Its first line may be set apart by a few columns. */
  #running(line: string): void {
    const isSet = indentOf(line) > indentOf(this.#lines[this.#at - 1] ?? '')
    if (isSet && this.#body === 0 && !this.#builder.isInItem) this.#builder.block()
    this.#words(marks.plainWords(line))
  }

  /** The words of the line that is read, and the code that they introduce. */
  #words(words: string): void {
    const opens = marks.opensCode(this.#lines[this.#at] ?? '')
    this.#builder.text(`${marks.withoutShown(opens ? marks.withoutOpening(words) : words)} `)
    this.#at += 1
    if (opens) this.#code()
  }

  /** Lines of code end before a line at the margin, at which a "<" may stand for no more than that. */
  #code(): void {
    const from = this.#at
    let to = from
    while (to < this.#lines.length && /^(?:\s|$)/.test(this.#lines[to] ?? '')) to += 1
    const end = this.#lines[to] ?? ''
    this.#builder.code(dedented(this.#lines.slice(from, to)))
    this.#at = to
    if (!end.startsWith('<')) return
    const first = end.replace('<', ' ').trimEnd()
    this.#lines[to] = first
    if (!marks.isShown(first)) return
    for (to += 1; /^\s+\S/.test(this.#lines[to] ?? ''); to += 1);
    this.#builder.code(dedented(this.#lines.slice(this.#at, to).map(marks.withoutShown)))
    this.#at = to
  }
}

/** Whether a line begins an item, other than what is shown as it stands. */
const isItem = (line: string): boolean => listMarkerOf(line.trim()) !== undefined && !marks.isShown(line)
