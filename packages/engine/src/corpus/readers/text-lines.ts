import type { Block } from '../types.ts'
import { isHeadingLike, isProse, LINE_HEAD } from './line-rules.ts'

/** What is known of lines of a text, by the place where they begin. */
export type KnownLines = ReadonlyMap<number, Pick<Block, 'kind' | 'level'>>

/** A line of a text, without the white space at either end. */
export interface TextLine {
  /** With the white space at its beginning. */
  from: number
  start: number
  end: number
  /** Columns of white space before it. */
  indent: number
  /** The beginning of it. */
  head: string
}

/** Columns of a tab, as Markdown counts them. */
const TAB = 4

/** What a line says; undefined for an empty one. */
export function lineAt(text: string, from: number, to: number): TextLine | undefined {
  let start = from
  let end = to
  let indent = 0
  for (; start < end && isSpace(text, start); start += 1) indent += text[start] === '\t' ? TAB : 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  if (start === end) return undefined
  return { from, start, end, indent, head: text.slice(start, Math.min(end, start + LINE_HEAD)) }
}

/** Where each line of a text begins and ends. */
export function* linesOf(text: string): Generator<{ from: number; to: number }> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const to = found === -1 ? text.length : found
    yield { from, to }
    from = to + 1
  }
}

/** So many lines tell how a text is laid out. */
const LINES_LOOKED_AT = 4_000
/** Of the lines of running text so many begin where it begins, at least; the others are set apart from it. */
const SHARE = 0.04
/** Fewer lines of running text tell nothing. */
const LEAST_LINES = 12
/** Text that is indented less begins at the margin. */
const LEAST_INDENT = 3

/** Fewer lines that are indented at all cannot be nearly all of the running text. */
const LEAST_INDENTED = (1 - LEAST_INDENT * SHARE) * LEAST_LINES
const INDENTED = /^(?:[^\S\n]{3}|\t)/gm

/** Columns by which all running text is indented, as in the pages of a manual; 0 where it begins at the margin. */
export function bodyIndent(text: string): number {
  if ((text.match(INDENTED)?.length ?? 0) < LEAST_INDENTED) return 0
  const counts = new Map<number, number>()
  const wrapped = new Map<number, number>()
  let lines = 0
  let prose = 0
  let above: number | undefined
  for (const { from, to } of linesOf(text)) {
    lines += 1
    if (lines > LINES_LOOKED_AT) break
    const line = lineAt(text, from, to)
    const goesOn = line !== undefined && line.indent === above
    above = line?.indent
    if (line === undefined || isHeadingLike(line.head) || !isProse(line.head)) continue
    prose += 1
    // A heading stands alone; what goes on in a second line is running text, however little of it there is.
    const { indent } = line
    counts.set(indent, (counts.get(indent) ?? 0) + 1)
    if (goesOn) wrapped.set(indent, (wrapped.get(indent) ?? 0) + 1)
  }
  const isCommon = ([columns, count]: [number, number]) =>
    count >= SHARE * prose || (wrapped.get(columns) ?? 0) >= LEAST_LINES
  const common = [...counts].filter(isCommon).map(([columns]) => columns)
  const indent = Math.min(...common)
  return prose >= LEAST_LINES && indent >= LEAST_INDENT ? indent : 0
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || (code >= 9 && code <= 13) || (code >= 160 && /\s/.test(text.charAt(at)))
}
