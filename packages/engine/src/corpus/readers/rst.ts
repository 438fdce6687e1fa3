import { readCsvRows } from './csv.ts'
import type { DocumentParts } from './metadata.ts'
import { withoutMarkup } from './rst-inline.ts'
import { gridTable, listTable, MOST_LINES, type RstTable, simpleTable } from './rst-tables.ts'
import { inOneLine } from './running-text.ts'
import { termLevel } from './section-path.ts'
import { writeTable } from './spanned-rows.ts'
import { TextBuilder } from './text-builder.ts'

const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/
const DIRECTIVE = /^\.\.\s+(?:\|[^|]*\|\s+)?((?:[\w+.-]|:(?!:))+)::\s*(\S[\s\S]*|)$/
const ITEM = /^([-*+•]|\(?(?:\d{1,3}|#|[a-zA-Z])[.)])\s+(?=\S)/
const FIELD = /^:([^:`]{1,80}):(?:\s+(\S.*)|\s*)$/
const GRID = /^\+(?:[-=]+\+)+$/
const SIMPLE = /^=+(?: +=+)+$/
const CODE = new Set(['code-block', 'code', 'sourcecode', 'parsed-literal', 'literalinclude', 'prompt', 'doctest'])
/** What they hold is no text, or leads to other places. */
const DROPPED = new Set(
  'toctree contents image include index meta raw highlight default-role currentmodule module'.split(' '),
)
/** What they hold is text like any other, whatever is said about it. */
const PLAIN = new Set(
  'topic container rubric epigraph math only line-block compound centered sidebar tab-set tabs'.split(' '),
)
/** Remarks, each behind its label. */
const REMARKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['note', 'warning', 'tip', 'hint', 'important', 'caution', 'danger', 'attention', 'error'].map((name) => [
      name,
      `${name.charAt(0).toUpperCase()}${name.slice(1)}:`,
    ]),
  ),
  seealso: 'See also:',
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
}
/** A note at the foot, or a work that is cited. */
const NOTE = /^\.\.\s+\[(#?[\w.-]{0,60}|\*)\](?:\s+(\S.*))?$/
/** What stands for a name between bars. */
const REPLACED = /^\.\. \|([^|\n]{1,60})\| replace::([^\n]*(?:\n[ \t]{1,20}[^\s][^\n]*){0,20})/gm
const NAME = /\|([^|\s](?:[^|\n]{0,58}[^|\s])?)\|_{0,2}/g
/** Indented text is read by itself, no deeper than this. */
const DEEPEST = 10

/** Reads reStructuredText by its structure. Markup that it does not know stays as it is written. */
export function readRst(rst: string): DocumentParts {
  const reader = new RstReader(
    new Map(Array.from(rst.matchAll(REPLACED), ([, name = '', text = '']) => [name, inOneLine(text).trim()])),
  )
  reader.read(rst.split(/\r\n?|\n/).map(withoutTabs), 1)
  const { text, blocks } = reader.builder.finish()
  const top = blocks.find(({ kind }) => kind === 'heading')
  return { ...(top && { title: text.slice(top.start, top.end).replaceAll('`', '') }), text, blocks }
}

/** Columns of a tab. */
const TAB = 8

/** A line with spaces up to where its tabs lead, as tables and what is indented need it. */
function withoutTabs(line: string): string {
  let [spaced = '', ...parts] = line.split('\t')
  for (const part of parts) spaced = spaced.padEnd((Math.floor(spaced.length / TAB) + 1) * TAB) + part
  return spaced
}

class RstReader {
  readonly builder = new TextBuilder()
  /** What headings are underlined with, the outermost first. */
  readonly #underlines: string[] = []
  readonly #names: ReadonlyMap<string, string>

  /** `names`: what each name between bars stands for. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names
  }

  /** Reads lines that stand so deep. */
  read(lines: readonly string[], depth: number): void {
    for (let at = 0; at < lines.length; ) at = Math.max(at + 1, this.#block(lines, at, depth))
  }

  /** Reads what begins at a line; gives the line behind it. */
  #block(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at] ?? ''
    const next = lines[at + 1] ?? ''
    if (line.trim() === '') return at + 1
    if (GRID.test(line) || SIMPLE.test(line)) return this.#drawn(lines, at)
    if (UNDERLINE.test(line)) return this.#overlined(lines, at)
    if (UNDERLINE.test(next) && !/^\s/.test(line) && next.trimEnd().length >= line.trimEnd().length / 2) {
      this.#heading(line, next[0] ?? '')
      return at + 2
    }
    if (/^\.\.(?:\s|$)/.test(line)) return this.#explicit(lines, at, depth)
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
    this.builder.text(this.#plain(title))
    this.builder.endHeading()
  }

  #explicit(lines: readonly string[], at: number, depth: number): number {
    const line = lines[at] ?? ''
    // An empty remark ends what stands before it, and holds nothing.
    if (line.trim() === '..' && (lines[at + 1] ?? '').trim() === '') return at + 1
    const { content, end } = below(lines, at + 1)
    const [, mark, note = ''] = NOTE.exec(line) ?? []
    if (mark !== undefined) {
      const label = /^(?:\d+|#.*|\*|)$/.test(mark) ? '' : `[${mark}] `
      this.#nested([`${label}${note}`, ...content], depth)
      return end
    }
    const [, role = '', argument = ''] = DIRECTIVE.exec(line) ?? []
    const name = role.split(':').at(-1) ?? ''
    if (role === '' || DROPPED.has(name) || line.startsWith('.. |')) return end
    const options = content.findIndex((each) => !FIELD.test(each))
    this.#directive(name, argument.trim(), {
      options: content.slice(0, options < 0 ? undefined : options),
      body: options < 0 ? [] : content.slice(options),
      depth,
    })
    return end
  }

  #directive(
    name: string,
    argument: string,
    { options, body, depth }: { options: readonly string[]; body: readonly string[]; depth: number },
  ): void {
    const label = REMARKS[name]
    if (CODE.has(name)) this.builder.code(body.join('\n'), argument.toLowerCase() || undefined)
    else if (label !== undefined) this.#nested([`${label} ${argument}`.trim(), ...withoutFirstBlank(body)], depth)
    else if (name === 'admonition') this.#nested([`**${argument}**`, '', ...body], depth)
    else if (name === 'only') this.#nested(body, depth)
    else if (PLAIN.has(name)) this.#nested([argument, '', ...body], depth)
    else if (name === 'list-table' || name === 'csv-table') this.#listed(name, argument, { options, body })
    else if (name === 'table' || name === 'figure') {
      this.#caption(name === 'table' ? argument : '')
      this.#nested(body, depth)
    } else this.#term(argument, body, depth)
  }

  #caption(title: string): void {
    if (title === '') return
    this.builder.caption()
    this.builder.text(this.#plain(title))
    this.builder.endCaption()
  }

  /** A table that is written as a list of lists, or as values with commas. */
  #listed(
    name: string,
    title: string,
    { options, body }: { options: readonly string[]; body: readonly string[] },
  ): void {
    this.#caption(title)
    const option = (wanted: string) =>
      options.map((line) => FIELD.exec(line)).find((field) => field?.[1] === wanted)?.[2] ?? ''
    const head = readCsvRows(option('header'))
    const rows = name === 'csv-table' ? [...head, ...readCsvRows(body.join('\n'))] : listTable(body)
    this.#table({ rows, header: head.length + (Number.parseInt(option('header-rows'), 10) || 0) })
  }

  #term(term: string, body: readonly string[], depth: number): void {
    if (term !== '') {
      this.builder.beginHeading(termLevel(depth))
      this.builder.text(this.#plain(term))
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
    this.builder.text(this.#plain(term))
    this.builder.endTerm()
    this.builder.text(this.#plain(item.slice(term.length)))
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
    if (said !== ':') this.builder.text(this.#plain(said))
    this.builder.block()
    const { content, end: behind } = below(lines, end)
    if (!isBeforeCode || content.every((line) => line.trim() === '')) return end
    this.builder.code(content.join('\n'))
    return behind
  }

  #drawn(lines: readonly string[], at: number): number {
    let end = at
    const isGrid = GRID.test(lines[at] ?? '')
    while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1
    // Blank lines part the rows of a simple table up to its last border.
    const nextEnd = () => {
      let next = end + 1
      while (next < lines.length && (lines[next] ?? '').trim() !== '') next += 1
      return next
    }
    while (!isGrid && !SIMPLE.test(lines[end - 1] ?? '') && end < lines.length && end - at < MOST_LINES) end = nextEnd()
    const table = isGrid ? gridTable(lines.slice(at, end)) : simpleTable(lines.slice(at, end))
    this.#table(table)
    return end
  }

  #table({ rows, header }: RstTable): void {
    writeTable(
      this.builder,
      rows.map((row) => row.map((cell) => this.#plain(cell))),
      Math.min(header, rows.length),
    )
  }

  #plain(text: string): string {
    return withoutMarkup(
      this.#names.size === 0 ? text : text.replace(NAME, (all, name: string) => this.#names.get(name) ?? all),
    )
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

/** Lines of which the first blank one is left out, so that they go on with what stands before them. */
function withoutFirstBlank(lines: readonly string[]): readonly string[] {
  return lines[0]?.trim() === '' ? lines.slice(1) : lines
}
