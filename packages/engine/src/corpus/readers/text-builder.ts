import type { Heading } from '../types.ts'

/** A text being put together from blocks, as readers of structured formats need it. */
export interface TextBuilder {
  /** Running text: white space collapses, and a soft-wrapped line becomes one. */
  text(part: string): void
  /** What follows begins a paragraph, after a blank line. */
  block(): void
  /** What follows begins a line. */
  line(): void
  /** What follows is a list's item; the first item of an outermost list stands apart from what is before it. */
  item(marker: string, apart: boolean): void
  /** What follows is a row of a table. */
  row(first: boolean): void
  /** What follows is a row's next cell. */
  cell(): void
  /** Lines kept as they are, indented by four spaces, so that each counts as a sentence; of blank lines one in a row. */
  code(lines: string): void
  /** What follows, up to `endHeading`, is a heading. */
  beginHeading(level: number): void
  endHeading(): void
  finish(): { text: string; headings: Heading[] }
}

/** Blocks are a blank line apart; items, rows and lines a line break. */
export function createTextBuilder(): TextBuilder {
  const headings: Heading[] = []
  let out = ''
  let gap = ''
  let marker = ''
  /** Nothing was written since an item, a row or a cell began: it needs no further break. */
  let fresh = false
  let rowHasText = false
  let heading: { level: number; start?: number } | undefined

  function separate(wanted: string): void {
    if (heading?.start !== undefined) gap ||= ' '
    else if (!fresh && (wanted === '\n\n' || gap !== '\n\n')) gap = wanted
  }

  function closeHeading(): void {
    if (heading?.start !== undefined && out.length - heading.start <= LONGEST_HEADING) {
      headings.push({ start: heading.start, end: out.length, level: heading.level })
    }
    heading = undefined
  }

  function begin(wanted: string): void {
    // No heading holds a list or a table: its end was forgotten.
    closeHeading()
    gap = wanted
    fresh = true
  }

  function write(core: string): void {
    if (out !== '') out += gap
    out += marker
    if (heading !== undefined) heading.start ??= out.length
    out += core
    gap = ''
    marker = ''
    fresh = false
    rowHasText = true
  }

  return {
    text(part) {
      const core = part.trim()
      if (/^\s/.test(part)) gap ||= ' '
      if (core === '') return
      write(core.replace(/\s+/g, ' '))
      if (/\s$/.test(part)) gap = ' '
    },
    block: () => separate('\n\n'),
    line: () => separate('\n'),
    item(sign, apart) {
      begin(apart ? '\n\n' : '\n')
      marker = `${sign} `
    },
    row(first) {
      begin(first ? '\n\n' : '\n')
      rowHasText = false
    },
    cell() {
      if (rowHasText) begin(' | ')
    },
    code(lines) {
      const trimmed = lines.split(/\r\n?|\n/).map((line) => line.trimEnd())
      const kept = trimmed.filter((line, i) => line !== '' || trimmed[i - 1] !== '')
      while (kept.at(-1) === '') kept.pop()
      while (kept[0] === '') kept.shift()
      if (kept.length === 0) return
      closeHeading()
      separate('\n\n')
      const indent = marker === '' ? CODE_INDENT : ''
      write(kept.map((line) => (line === '' ? line : indent + line)).join('\n'))
      gap = '\n\n'
    },
    beginHeading(level) {
      closeHeading()
      separate('\n\n')
      heading = { level }
    },
    endHeading() {
      closeHeading()
      separate('\n\n')
    },
    finish: () => ({ text: out, headings }),
  }
}

/** A longer "heading" is text whose author forgot to end it, or wanted it large. */
const LONGEST_HEADING = 300

const CODE_INDENT = '    '
