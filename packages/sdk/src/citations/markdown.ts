import { type InlineWriter, writeInline } from './markdown-inline.ts'

/** Writes the blocks of a text. */
export interface BlockWriter extends InlineWriter {
  paragraph(content: string): string
  heading(level: number, content: string): string
  fence(code: string): string
  quote(content: string): string
  rule(): string
  /** Writes the items of a list; `start` is the first number of a numbered list. */
  list(items: readonly string[], start: number | undefined): string
  /** Writes a table; the first row is its header. */
  table(rows: readonly (readonly string[])[]): string
  /** Joins blocks. */
  join(blocks: readonly string[]): string
}

const FENCE = /^ {0,3}(```+(?!`)(?!.*`)|~~~+)/
const HEADING = /^ {0,3}(#{1,6})[ \t]+([^ \t].*|)$/
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)/
/** What ends a paragraph without a blank line. A number does so only if a list can begin with it. */
const INTERRUPTS = [FENCE, HEADING, RULE, QUOTE, /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/]
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/

function isTable(lines: readonly string[], at: number): boolean {
  const rule = lines[at + 1] ?? ''
  return (lines[at] ?? '').includes('|') && rule.includes('|') && TABLE_RULE.test(rule)
}

function interrupts(lines: readonly string[], at: number): boolean {
  return INTERRUPTS.some((begin) => begin.test(lines[at] ?? '')) || isTable(lines, at)
}

function isBlank(line = ''): boolean {
  return line.trim() === ''
}

function cellsOf(line: string, writer: BlockWriter): string[] {
  const inside = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inside.split(/(?<!\\)\|/).map((cell) => writeInline(cell.trim().replaceAll('\\|', '|'), writer))
}

/** Where an item of a list ends: after the indented lines below it and text that continues without a blank line. */
function endOfItem(lines: readonly string[], at: number): number {
  const leastIndent = 2
  let end = at + 1
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (isBlank(line)) continue
    const isBelow = line.length - line.trimStart().length >= leastIndent
    if (!isBelow && (next > end || interrupts(lines, next) || ITEM.test(line))) break
    end = next + 1
  }
  return end
}

/** The items of a list that begins at a line, without markers and indents, and where it ends. Blank lines may part them. */
function itemsOf(lines: readonly string[], at: number, isNumbered: boolean): { items: string[][]; end: number } {
  const items: string[][] = []
  let end = at
  for (;;) {
    let next = end
    while (next < lines.length && isBlank(lines[next])) next += 1
    const line = lines[next] ?? ''
    const item = RULE.test(line) ? null : ITEM.exec(line)
    if (!item || /\d/.test(item[2] ?? '') !== isNumbered) return { items, end }
    const [{ length: width }] = item
    const indent = new RegExp(`^[ \\t]{0,${width}}`)
    end = endOfItem(lines, next)
    const below = lines.slice(next + 1, end).map((each) => each.replace(indent, ''))
    items.push([line.slice(width), ...below])
  }
}

/**
 * Reads Markdown: headings, paragraphs, lists, tables, code, quotes, rules and their contents. HTML in it stays text.
 * Blocks nested deeper than eight levels are paragraphs.
 */
export function writeMarkdown(lines: readonly string[], writer: BlockWriter, depth = 0): string {
  const maxDepth = 8
  const blocks: string[] = []
  let at = 0

  /** Takes the lines up to `end` and continues after them. */
  function takeTo(end: number): readonly string[] {
    const taken = lines.slice(at, end)
    at = end
    return taken
  }

  /** Where a run of lines ends that begins here. */
  function endOf(goesOn: (index: number) => boolean): number {
    let end = at + 1
    while (end < lines.length && goesOn(end)) end += 1
    return end
  }

  function fence(mark: string): string {
    const [, ...code] = takeTo(endOf((index) => !lines[index]?.trimStart().startsWith(mark)))
    at += 1
    return writer.fence(code.join('\n'))
  }

  function list(mark: string): string {
    const isNumbered = /\d/.test(mark)
    const { items, end } = itemsOf(lines, at, isNumbered)
    at = end
    const contents = items.map((item) => writeMarkdown(item, writer, depth + 1))
    return writer.list(contents, isNumbered ? Number.parseInt(mark, 10) : undefined)
  }

  function table(): string {
    const rows = takeTo(endOf((index) => lines[index]?.includes('|') === true))
    return writer.table(rows.filter((_, index) => index !== 1).map((row) => cellsOf(row, writer)))
  }

  function quote(): string {
    const quoted = takeTo(endOf((index) => QUOTE.test(lines[index] ?? '')))
    return writer.quote(
      writeMarkdown(
        quoted.map((line) => line.replace(QUOTE, '')),
        writer,
        depth + 1,
      ),
    )
  }

  function heading(level: number, title: string): string {
    at += 1
    return writer.heading(level, writeInline(title.replace(/(?<![ \t])[ \t]+(?:#+[ \t]*)?$/, ''), writer))
  }

  function paragraph(): string {
    const content = takeTo(endOf((index) => !isBlank(lines[index]) && (depth >= maxDepth || !interrupts(lines, index))))
    return writer.paragraph(writeInline(content.map((line) => line.trim()).join('\n'), writer))
  }

  function block(line: string): string {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark) return fence(mark)
    const [, level, title = ''] = HEADING.exec(line) ?? []
    if (level) return heading(level.length, title)
    if (RULE.test(line)) {
      at += 1
      return writer.rule()
    }
    if (depth < maxDepth && QUOTE.test(line)) return quote()
    const [, , item] = (depth < maxDepth && ITEM.exec(line)) || []
    if (item) return list(item)
    return isTable(lines, at) ? table() : paragraph()
  }

  while (at < lines.length) {
    if (isBlank(lines[at])) at += 1
    else blocks.push(block(lines[at] ?? ''))
  }
  return writer.join(blocks)
}
