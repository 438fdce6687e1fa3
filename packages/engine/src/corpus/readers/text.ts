import type { Block } from '../types.ts'
import { withWholeWords } from './divided-words.ts'
import { withLabels } from './labels.ts'
import { isProse } from './line-rules.ts'
import { LineScanner, type Written } from './line-scanner.ts'
import type { DocumentParts } from './metadata.ts'
import { numberedHeadings } from './numbered-headings.ts'
import { hasTags } from './tagged-lines.ts'
import { readTagged } from './tagged-text.ts'
import { contentsIn } from './text-contents.ts'
import { bodyIndent, type KnownLines, lineAt, linesOf } from './text-lines.ts'
import { withWholeRows } from './text-tables.ts'

/**
 * Reads plain text. Lines stay as they are, but for what is drawn or set apart for the eye alone: divided words become whole,
 * rows of a table one line, and a label stands before its remark.
 */
export function readText(raw: string): DocumentParts {
  const lines = raw.replace(/\r\n?/g, '\n')
  if (hasTags(lines)) return readTagged(lines)
  const text = withLabels(withWholeRows(withWholeWords(lines)))
  const contents = contentsIn(text)
  const headings = numberedHeadings(text, contents)
  return { text, blocks: textBlocks(text, new Map([...contents, ...headings]), { isNumbered: headings.size > 0 }) }
}

/**
 * The blocks of a text without markup, or with a little of it: paragraphs, lists, tables, code, turns, and what its lines
 * show otherwise.
 */
export function textBlocks(text: string, known: KnownLines = new Map(), written: Written = {}): Block[] {
  const scanner = new LineScanner(text, known, written)
  for (const { from, to } of linesOf(text)) scanner.line(from, to)
  return scanner.finish()
}

/** Of the lines of a page so many are running text, at least; of a program fewer are. */
const PROSE = 0.3

/** Whether lines that are shown as they stand are a page of running text, set apart from its headings as manuals are. */
export function isPage(text: string): boolean {
  if (bodyIndent(text) === 0) return false
  const lines = [...linesOf(text)].flatMap(({ from, to }) => lineAt(text, from, to) ?? [])
  return lines.filter(({ head }) => isProse(head)).length >= PROSE * lines.length
}
