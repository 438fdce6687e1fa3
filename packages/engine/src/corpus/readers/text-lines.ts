import { isSpace } from '#language/sentences.ts'
import type { Block } from '../types.ts'
import { LINE_HEAD } from './line-rules.ts'

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
