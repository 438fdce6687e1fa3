import type { Block } from '../types.ts'
import { withLabels } from './labels.ts'
import { LineScanner } from './line-scanner.ts'
import type { DocumentParts } from './metadata.ts'
import { numberedHeadings } from './numbered-headings.ts'
import { contentsIn } from './text-contents.ts'
import { type KnownLines, linesOf } from './text-lines.ts'
import { withWholeRows } from './text-tables.ts'

/** Where a typesetter divided a word at the end of a line, by the hyphen that nobody types. */
const DIVIDED = /(?<=\p{Ll})\u2010\n[ \t]*(?=\p{Ll})/gu

/**
 * Reads plain text. Lines stay as they are, but for what is drawn or set apart for the eye alone: divided words become whole,
 * rows of a table one line, and a label stands before its remark.
 */
export function readText(raw: string): DocumentParts {
  const text = withLabels(withWholeRows(raw.replace(/\r\n?/g, '\n').replace(DIVIDED, '')))
  const contents = contentsIn(text)
  const headings = numberedHeadings(text, contents)
  return { text, blocks: textBlocks(text, new Map([...contents, ...headings]), headings.size > 0) }
}

/**
 * The blocks of a text without markup, or with a little of it: paragraphs, lists, tables, code, turns, and what its lines
 * show otherwise. `isNumbered`: the sections are numbered, and known; nothing else parts the text into sections.
 */
export function textBlocks(text: string, known: KnownLines = new Map(), isNumbered = false): Block[] {
  const scanner = new LineScanner(text, known, isNumbered)
  for (const { from, to } of linesOf(text)) scanner.line(from, to)
  return scanner.finish()
}
