import { EMPTY_CELL } from '#language/table-row.ts'
import type { DocumentParts } from './metadata.ts'
import { termLevel } from './section-path.ts'
import { TextBuilder } from './text-builder.ts'

const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/
const DIRECTIVE = /^\.\.\s+(?:\|[^|]*\|\s+)?((?:[\w+.-]|:(?!:))+)::\s*(\S[\s\S]*|)$/
const ITEM = /^([-*+•]|\(?(?:\d{1,3}|#|[a-zA-Z])[.)])\s+(?=\S)/
const FIELD = /^:([^:`]{1,80}):\s*(\S.*|)$/
const GRID = /^\+(?:[-=]+\+)+$/
const SIMPLE = /^=+(?: +=+)+$/
const CODE = new Set(['code-block', 'code', 'sourcecode', 'parsed-literal', 'literalinclude', 'prompt', 'doctest'])
/** What they hold is no text, or leads to other places. */
const DROPPED = new Set(
  'toctree contents image figure include index meta raw math highlight default-role only currentmodule module'.split(
    ' ',
  ),
)
/** What they hold is text like any other, whatever is said about it. */
const ADMONITIONS = new Set(
  (
    'note warning tip hint important caution danger attention seealso admonition versionadded versionchanged deprecated ' +
    'topic container rubric epigraph'
  ).split(' '),
)
/** Indented text is read by itself, no deeper than this. */
const DEEPEST = 10

/** Reads reStructuredText by its structure. Markup that it does not know stays as it is written. */
export function readRst(rst: string): DocumentParts {
  const reader = new RstReader()
  reader.read(rst.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 1)
  const { text, blocks } = reader.builder.finish()
  const top = blocks.find(({ kind }) => kind === 'heading')
  return { ...(top && { title: text.slice(top.start, top.end).replaceAll('`', '') }), text, blocks }
}

class RstReader {
  readonly builder = new TextBuilder()
  /** What headings are underlined with, the outermost first. */
  readonly #underlines: string[] = []

  /** Reads lines that stand so deep. */
  read(lines: readonly string[], depth: number): void {
    for (let at = 0; at < lines.length; ) at = Math.max(at + 1, this.#block(lines, at, depth))
  }

  /** Reads what begins at a line; gives the line behind it. */
  #block(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at] ?? ''
    const next = lines[at + 1] ?? ''
    if (line.trim() === '') return at + 1
    if (GRID.test(line) || SIMPLE.test(line)) return this.#table(lines, at)
    if (UNDERLINE.test(line)) return this.#overlined(lines, at)
    if (UNDERLINE.test(next) && !/^\s/.test(line) && next.trimEnd().length >= line.trimEnd().length / 2) {
      this.#heading(line, next[0] ?? '')
      return at + 2
    }
    if (line.startsWith('..')) return this.#explicit(lines, at, depth)
    const item = ITEM.exec(line)
    const field = FIELD.exec(line)
    if (item) return this.#item(lines, at, { depth, marker: item[1] ?? '-', length: item[0].length })
    if (field) return this.#definition(lines, at, { depth, term: field[1] ?? '', first: field[2] ?? '' })
    if (/^\s/.test(line)) return this.#indented(lines, at, depth)
    if (/^\s+\S/.test(next)) return this.#definition(lines, at, { depth, term: line, first: '' })
    return this.#paragraph(lines, at)
  }

  /** A heading may be lined above as well; a line alone is a rule. */
  #overlined(lines: readonly string[], at: number): number {
    const line = lines[at] ?? ''
    const isHeading = lines[at + 2]?.trimEnd() === line.trimEnd() && (lines[at + 1] ?? '').trim() !== ''
    if (!isHeading) return at + 1
    this.#heading(lines[at + 1] ?? '', `${line[0]}above`)
    return at + 3
  }

  #heading(title: string, underline: string): void {
    if (!this.#underlines.includes(underline)) this.#underlines.push(underline)
    this.builder.beginHeading(Math.min(6, this.#underlines.indexOf(underline) + 1))
    this.builder.text(plain(title))
    this.builder.endHeading()
  }

  #explicit(lines: readonly string[], at: number, depth: number): number {
    const [, role = '', argument = ''] = DIRECTIVE.exec(lines[at] ?? '') ?? []
    const { content, end } = below(lines, at + 1)
    const name = role.split(':').at(-1) ?? ''
    if (role === '' || DROPPED.has(name)) return end
    const options = content.findIndex((line) => !FIELD.test(line))
    const body = options < 0 ? [] : content.slice(options)
    if (CODE.has(name)) this.builder.code(body.join('\n'), argument.trim().toLowerCase() || undefined)
    else if (ADMONITIONS.has(name)) this.#nested([argument, '', ...body], depth)
    else if (name === 'list-table' || name === 'csv-table' || name === 'table') this.#nested(body, depth)
    else this.#term(argument, body, depth)
    return end
  }

  #term(term: string, body: readonly string[], depth: number): void {
    if (term !== '') {
      this.builder.beginHeading(termLevel(depth))
      this.builder.text(plain(term))
      this.builder.endHeading()
    }
    this.#nested(body, depth)
    this.builder.leave(depth)
  }

  #definition(
    lines: readonly string[],
    at: number,
    { depth, term, first }: { depth: number; term: string; first: string },
  ): number {
    const { content, end } = below(lines, at + 1)
    this.#term(term, first === '' ? content : [first, ...content], depth)
    return end
  }

  #item(
    lines: readonly string[],
    at: number,
    { depth, marker, length }: { depth: number; marker: string; length: number },
  ): number {
    const { content, end } = below(lines, at + 1)
    const [first = '', ...rest] = [(lines[at] ?? '').slice(length), ...content]
    const number = Number.parseInt(marker.replace('(', ''), 10)
    const blank = rest.findIndex((line) => line.trim() === '')
    const own = blank < 0 ? rest : rest.slice(0, blank)
    const known = Number.isNaN(number) ? {} : { number }
    this.builder.item(Number.isNaN(number) ? '-' : `${number}.`, at === 0 || lines[at - 1]?.trim() === '', {
      depth,
      ...known,
    })
    this.#leadingTerm([first, ...own].join(' '))
    this.#nested(rest.slice(own.length), depth)
    this.builder.endItem(depth)
    return end
  }

  #leadingTerm(item: string): void {
    const term = /^(?:\*\*[^*]+\*\*|``[^`]+``)/.exec(item)?.[0] ?? ''
    this.builder.beginTerm()
    this.builder.text(plain(term))
    this.builder.endTerm()
    this.builder.text(plain(item.slice(term.length)))
  }

  #indented(lines: readonly string[], at: number, depth: number): number {
    const { content, end } = below(lines, at)
    this.builder.beginQuote()
    this.#nested(content, depth)
    this.builder.endQuote()
    return end
  }

  #paragraph(lines: readonly string[], at: number): number {
    let end = at
    while (end < lines.length && (lines[end] ?? '').trim() !== '' && !/^\s/.test(lines[end] ?? '')) end += 1
    const text = lines.slice(at, end).join(' ').trim()
    const isBeforeCode = text.endsWith('::')
    const said = isBeforeCode ? text.replace(/(?<!\s)\s*::$/, (mark) => (/^\s/.test(mark) ? '' : ':')) : text
    this.builder.block()
    if (said !== ':') this.builder.text(plain(said))
    this.builder.block()
    const { content, end: behind } = below(lines, end)
    if (!isBeforeCode || content.every((line) => line.trim() === '')) return end
    this.builder.code(content.join('\n'))
    return behind
  }

  #table(lines: readonly string[], at: number): number {
    let end = at
    while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1
    const rows = GRID.test(lines[at] ?? '') ? gridRows(lines.slice(at, end)) : simpleRows(lines.slice(at, end))
    for (const [number, cells] of rows.entries()) {
      this.builder.row(number === 0, number)
      for (const cell of cells) {
        this.builder.cell()
        this.builder.text(plain(cell) || EMPTY_CELL)
      }
    }
    this.builder.block()
    return end
  }

  #nested(lines: readonly string[], depth: number): void {
    if (depth < DEEPEST) this.read(lines, depth + 1)
    else this.builder.text(lines.join(' '))
  }
}

/** The indented lines from a place on, without what they share of their indentation. */
function below(lines: readonly string[], from: number): { content: string[]; end: number } {
  let end = from
  let indent = Number.POSITIVE_INFINITY
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const own = line.search(/\S/)
    if (own === 0) break
    indent = Math.min(indent, own)
    end = at + 1
  }
  return { content: lines.slice(from, end).map((line) => line.slice(Math.min(indent, line.length))), end }
}

function gridRows(lines: readonly string[]): string[][] {
  const rows: string[][] = []
  let fresh = true
  for (const line of lines) {
    if (line.startsWith('+')) {
      fresh = true
      continue
    }
    const cells = line.replace(/^\||\|\s*$/g, '').split('|')
    if (fresh) rows.push(cells.map((cell) => cell.trim()))
    else for (const [at, cell] of cells.entries()) addTo(rows.at(-1) ?? [], at, cell)
    fresh = false
  }
  return rows
}

function simpleRows(lines: readonly string[]): string[][] {
  const columns = [...(lines[0] ?? '').matchAll(/=+/g)].map(({ index }) => index)
  return lines
    .filter((line) => !SIMPLE.test(line))
    .map((line) => columns.map((from, at) => line.slice(from, columns[at + 1]).trim()))
}

function addTo(row: string[], at: number, cell: string): void {
  row[at] = `${row[at] ?? ''} ${cell.trim()}`.trim()
}

/** Text without the markup of a line. */
function plain(text: string): string {
  return text
    .replace(/``([^`]+)``/g, '`$1`')
    .replace(/(?<![`\w]):[\w:+-]{1,40}:`([^`<]*)(?:<[^`>]*>)?`/g, (_, shown: string) => `\`${shown.trimEnd()}\``)
    .replace(/`([^`<]+)<[^`>]*>`__?/g, (_, shown: string) => shown.trimEnd())
    .replace(/`([^`]+)`__?/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '$1')
    .replace(/\[(?:\d+|#\w*)\]_/g, '')
}
