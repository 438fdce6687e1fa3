import type { Heading } from '../types.ts'

/** A longer heading or title is text whose author forgot to end it, wanted it large, or wanted it found. */
export const LONGEST_HEADING = 300

const CODE_INDENT = '    '

/** Puts a text together from blocks: these stand a blank line apart; items, rows and lines a line break. */
export class TextBuilder {
  readonly #headings: Heading[] = []
  #out = ''
  #gap = ''
  #marker = ''
  /** Nothing was written since an item, a row or a cell began: it needs no further break. */
  #fresh = false
  #rowHasText = false
  #heading: { level: number; start?: number } | undefined

  /** Running text: white space collapses, and a soft-wrapped line becomes one. */
  text(part: string): void {
    const core = part.trim()
    if (/^\s/.test(part)) this.#gap ||= ' '
    if (core === '') return
    this.#write(core.replace(/\s+/g, ' '))
    if (/\s$/.test(part)) this.#gap = ' '
  }

  /** What follows begins a paragraph, after a blank line. */
  block(): void {
    this.#separate('\n\n')
  }

  /** What follows begins a line. */
  line(): void {
    this.#separate('\n')
  }

  /** What follows is a list's item; the first item of an outermost list stands apart from what is before it. */
  item(marker: string, apart: boolean): void {
    this.#begin(apart ? '\n\n' : '\n')
    this.#marker = `${marker} `
  }

  /** What follows is a row of a table. */
  row(first: boolean): void {
    this.#begin(first ? '\n\n' : '\n')
    this.#rowHasText = false
  }

  /** What follows is a row's next cell. */
  cell(): void {
    if (this.#rowHasText) this.#begin(' | ')
  }

  /** Lines kept as they are, indented by four spaces, so that each counts as a sentence; of blank lines one in a row. */
  code(lines: string): void {
    const trimmed = lines.split(/\r\n?|\n/).map((line) => line.trimEnd())
    const kept = trimmed.filter((line, i) => line !== '' || trimmed[i - 1] !== '')
    while (kept.at(-1) === '') kept.pop()
    while (kept[0] === '') kept.shift()
    if (kept.length === 0) return
    this.endHeading()
    const indent = this.#marker === '' ? CODE_INDENT : ''
    this.#write(kept.map((line) => (line === '' ? line : indent + line)).join('\n'))
    this.#gap = '\n\n'
  }

  /** What follows, up to `endHeading`, is a heading. */
  beginHeading(level: number): void {
    this.endHeading()
    this.#heading = { level }
  }

  endHeading(): void {
    this.#closeHeading()
    this.block()
  }

  finish(): { text: string; headings: Heading[] } {
    return { text: this.#out, headings: this.#headings }
  }

  #separate(wanted: string): void {
    if (this.#heading?.start !== undefined) this.#gap ||= ' '
    else if (!this.#fresh && (wanted === '\n\n' || this.#gap !== '\n\n')) this.#gap = wanted
  }

  #closeHeading(): void {
    const { level, start } = this.#heading ?? {}
    const end = this.#out.length
    if (level !== undefined && start !== undefined && end - start <= LONGEST_HEADING)
      this.#headings.push({ start, end, level })
    this.#heading = undefined
  }

  #begin(gap: string): void {
    // No heading holds a list or a table: its end was forgotten.
    this.#closeHeading()
    this.#gap = gap
    this.#fresh = true
  }

  #write(core: string): void {
    if (this.#out !== '') this.#out += this.#gap
    this.#out += this.#marker
    if (this.#heading) this.#heading.start ??= this.#out.length
    this.#out += core
    this.#gap = ''
    this.#marker = ''
    this.#fresh = false
    this.#rowHasText = true
  }
}
