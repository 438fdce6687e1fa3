import { EMPTY_CELL } from '#language/table-row.ts'
import type { DocumentParts } from './metadata.ts'
import { termLevel } from './section-path.ts'
import { TextBuilder } from './text-builder.ts'

const HEADING = /^(={1,6})\s+(\S(?:.*\S)?)\s*$/
const ATTRIBUTE = /^:!?[\w-]+!?:(?:\s|$)/
const BLOCK_ATTRIBUTE = /^\[.*\]$/
const SOURCE = /^\[(?:source|,)\s*,?\s*([\w+#-]*)/
const MACRO = /^(?:image|include|toc|ifdef|ifndef|endif|ifeval|video|audio)::/
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|={4,}|\*{4,}|_{4,}|--)$/
const TABLE = /^[|,:!]={3,}$/
const ITEM = /^\s*(\*{1,5}|-|\.{1,5}|\d{1,3}\.)\s+(\S.*)$/
const TERM = /^\s*(\S.*?)(:{2,4}|;;)(?:\s+(\S[\s\S]*))?$/
const TITLE = /^\.([^\s.].*)$/

/** Reads AsciiDoc by its structure. Markup that it does not know stays as it is written. */
export function readAdoc(adoc: string): DocumentParts {
  const reader = new AdocReader()
  for (const line of adoc.replace(/\r\n?/g, '\n').split('\n')) reader.line(line.trimEnd())
  const { text, blocks } = reader.finish()
  const top = blocks.find(({ kind }) => kind === 'heading')
  return { ...(top && { title: text.slice(top.start, top.end).replaceAll('`', '') }), text, blocks }
}

interface Table {
  rows: string[][]
  /** 0: as many as there are cells in its first line. */
  columns: number
  header: boolean
}

/** Takes one line after the other. */
class AdocReader {
  readonly #builder = new TextBuilder()
  #paragraph: string[] = []
  /** What ends the lines that are kept as they are. */
  #until: string | undefined
  #kept: string[] = []
  #language: string | undefined
  #table: Table | undefined
  /** What the attributes of a table say, which stand before it. */
  #next = { columns: 0, header: false }
  #inQuote = false
  #inTerm = false

  line(line: string): void {
    if (this.#until !== undefined) this.#verbatim(line, this.#until)
    else if (TABLE.test(line)) this.#tableEdge()
    else if (this.#table) this.#cells(line, this.#table)
    else if (line.trim() === '') this.#flush()
    else if (!this.#marked(line)) this.#paragraph.push(line.trim())
  }

  finish() {
    if (this.#until !== undefined) this.#verbatim(this.#until, this.#until)
    if (this.#table) this.#tableEdge()
    this.#flush()
    return this.#builder.finish()
  }

  /** Lines that are what they are, whatever stands before them. */
  #marked(line: string): boolean {
    const heading = HEADING.exec(line)
    const item = ITEM.exec(line)
    const term = TERM.exec(line)
    const title = TITLE.exec(line)
    if (DELIMITER.test(line)) this.#delimiter(line)
    else if (heading) this.#heading(heading[1]?.length ?? 1, heading[2] ?? '')
    else if (BLOCK_ATTRIBUTE.test(line)) this.#attributes(line)
    else if (line === '+' || line.startsWith('//') || ATTRIBUTE.test(line) || MACRO.test(line)) this.#flush()
    else if (item) this.#item(item[1] ?? '*', item[2] ?? '')
    else if (term && (this.#inTerm || this.#paragraph.length === 0))
      this.#term(term[1] ?? '', term[2] ?? '', term[3] ?? '')
    else if (title && this.#paragraph.length === 0) this.#caption(title[1] ?? '')
    else return false
    return true
  }

  #attributes(line: string): void {
    this.#flush()
    this.#language = SOURCE.exec(line)?.[1]?.toLowerCase()
    this.#next = { columns: columnsOf(line), header: /header/.test(line) }
  }

  #delimiter(line: string): void {
    this.#flush()
    if (/^[-.+/]{4}/.test(line)) this.#until = line
    else if (line.startsWith('_')) {
      this.#inQuote = !this.#inQuote
      if (this.#inQuote) this.#builder.beginQuote()
      else this.#builder.endQuote()
    }
  }

  #verbatim(line: string, until: string): void {
    if (line !== until) {
      this.#kept.push(line)
      return
    }
    if (!until.startsWith('/')) this.#builder.code(this.#kept.join('\n'), this.#language || undefined)
    this.#kept = []
    this.#until = undefined
    this.#language = undefined
  }

  #heading(level: number, title: string): void {
    this.#flush()
    this.#leave()
    this.#builder.beginHeading(level)
    this.#builder.text(plain(title))
    this.#builder.endHeading()
  }

  #item(marker: string, first: string): void {
    this.#flush()
    const depth = /^\d|-/.test(marker) ? 1 : marker.length
    const number = /^\d/.test(marker) ? { number: Number.parseInt(marker, 10) } : {}
    this.#builder.leave(depth)
    this.#builder.item(number.number === undefined ? '-' : `${number.number}.`, depth === 1, { depth, ...number })
    const term = /^(?:\*[^*]+\*|`[^`]+`)/.exec(first)?.[0] ?? ''
    this.#builder.beginTerm()
    this.#builder.text(plain(term))
    this.#builder.endTerm()
    this.#paragraph.push(first.slice(term.length))
  }

  #term(term: string, marker: string, first: string): void {
    this.#flush()
    this.#builder.beginHeading(termLevel(Math.max(1, marker.length - 1)))
    this.#builder.text(plain(term))
    this.#builder.endHeading()
    this.#inTerm = true
    if (first !== '') this.#paragraph.push(first)
  }

  #caption(title: string): void {
    this.#flush()
    this.#builder.caption()
    this.#builder.text(plain(title))
    this.#builder.endCaption()
  }

  #leave(): void {
    if (this.#inTerm) this.#builder.leave(1)
    this.#inTerm = false
  }

  #flush(): void {
    const text = this.#paragraph.join(' ')
    this.#paragraph = []
    if (text.trim() !== '') this.#builder.text(plain(text))
    this.#builder.block()
  }

  #tableEdge(): void {
    this.#flush()
    if (this.#table === undefined) {
      this.#table = { rows: [], ...this.#next }
      this.#next = { columns: 0, header: false }
      return
    }
    const { rows, header } = this.#table
    this.#table = undefined
    for (const [at, cells] of rows.entries()) {
      this.#builder.row(at === 0, header ? at : at + 1)
      for (const cell of cells) {
        this.#builder.cell()
        this.#builder.text(plain(cell.trim()) || EMPTY_CELL)
      }
    }
    this.#builder.block()
  }

  /** Cells stand in a line, or each in a line of its own; the first line has as many as there are columns. */
  #cells(line: string, table: Table): void {
    if (line.trim() === '') {
      if (table.rows.length === 1) table.header = true
      return
    }
    const parts = line.split(/(?<!\\)\|/)
    const [before = '', ...cells] = parts
    const last = table.rows.at(-1)
    if (before.trim() !== '' && last) last[last.length - 1] = `${last.at(-1) ?? ''} ${before.trim()}`
    if (cells.length === 0) return
    table.columns ||= cells.length
    for (const cell of cells) {
      const row = table.rows.at(-1)
      if (row && row.length < table.columns) row.push(cell.trim())
      else table.rows.push([cell.trim()])
    }
  }
}

/** How many columns `[cols="1,2*"]` means; 0 where it does not say. */
function columnsOf(attributes: string): number {
  const columns = /cols="([^"]{1,200})"/.exec(attributes)?.[1]?.split(',') ?? []
  return columns.reduce((sum, column) => sum + (Number(/^\s*(\d{1,2})\*/.exec(column)?.[1]) || 1), 0)
}

/** Text without the markup of a line. */
function plain(text: string): string {
  return text
    .replace(/(?:link:|xref:|https?:\/\/)[^\s[\]]{1,500}\[([^\]]{1,1000})\]/g, '$1')
    .replace(/\[\[[^\]]{1,100}\]\]/g, '')
    .replace(/<<[^,<>]*,([^<>]*)>>/g, (_, shown: string) => shown.trimStart())
    .replace(/<<([^<>]*)>>/g, '$1')
    .replace(/(?<![\w*])\*{1,2}([^*\s][^*]*)\*{1,2}(?![\w*])/g, '$1')
    .replace(/(?<!\w)_{1,2}([^_\s][^_]*)_{1,2}(?!\w)/g, '$1')
    .replace(/`\+([^`+]+)\+`/g, '`$1`')
}
