import type { MarkdownIt } from 'markdown-it'

/** Lines of a table that are parsed at once: what is made of each of its cells takes a hundred times as much memory. */
const ROWS_AT_ONCE = 2_000

/** The header of a table, the line below it and its rows, each as lines of the text, the end exclusive. */
interface LongTable {
  start: number
  rows: number
  end: number
}

/**
 * Makes a page of Markdown as the parser does by itself, a long table a part at a time: all of one at once would take
 * gigabytes. `rowsAtOnce`: lines. Default: 2,000.
 */
export function renderMarkdown(parser: MarkdownIt, markdown: string, rowsAtOnce = ROWS_AT_ONCE): string {
  const lines = markdown.split('\n')
  const tables = lines.length > 2 * rowsAtOnce ? longTables(lines, 2 * rowsAtOnce) : []
  if (tables.length === 0) return parser.render(markdown)
  const env = {}
  const textOf = (from: number, to?: number) => lines.slice(from, to).join('\n')
  // What links mean may be told behind a table.
  parser.parse(
    partsBetween(tables, lines.length)
      .map(([from, to]) => textOf(from, to))
      .join('\n\n'),
    env,
  )
  const made: string[] = []
  let at = 0
  for (const { start, rows, end } of tables) {
    const header = textOf(start, rows)
    const opening = parser.render(textOf(at, rows + rowsAtOnce), env)
    // It stands in something else, such as raw HTML, and is no table.
    if (!opening.endsWith(END)) return parser.render(markdown)
    made.push(opening.slice(0, -END.length))
    for (let row = rows + rowsAtOnce; row < end; row += rowsAtOnce) {
      const part = parser.render(`${header}\n${textOf(row, Math.min(end, row + rowsAtOnce))}`, env)
      made.push(part.slice(part.indexOf(BODY) + BODY.length, -END.length))
    }
    made.push(END)
    at = end
  }
  made.push(parser.render(textOf(at), env))
  return made.join('')
}

const BODY = '<tbody>\n'
/** What a page ends with whose last block is a table. */
const END = '</tbody>\n</table>\n'

/** The lines that stand in no table. */
function partsBetween(tables: readonly LongTable[], lines: number): [number, number][] {
  const ends = [0, ...tables.map(({ end }) => end)]
  return ends.map((from, at) => [from, tables[at]?.start ?? lines])
}

/** Tables of at least so many rows whose lines all begin with a bar, outside of code. */
function longTables(lines: readonly string[], fewest: number): LongTable[] {
  const found: LongTable[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const marks = FENCES.find((each) => line.startsWith(each))
    if (marks !== undefined && (fence === '' || fence === marks)) fence = fence === '' ? marks : ''
    const begins = fence === '' && line.startsWith('|') && (lines[at - 1] ?? '').trim() === ''
    if (!begins || !isRule(lines[at + 1] ?? '')) continue
    let end = at + 2
    while (lines[end]?.startsWith('|')) end += 1
    // A line without a bar would be one of its rows, too.
    if (end - at - 2 >= fewest && (lines[end] ?? '').trim() === '') found.push({ start: at, rows: at + 2, end })
    at = end - 1
  }
  return found
}

const FENCES = ['```', '~~~']
const RULE = new Set('|-: \t\r')

function isRule(line: string): boolean {
  return line.startsWith('|') && line.includes('-') && Array.from(line.slice(0, 10_000)).every((sign) => RULE.has(sign))
}
