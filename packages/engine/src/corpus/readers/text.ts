import type { Block } from '../types.ts'
import { type KnownLines, LineScanner } from './line-scanner.ts'
import type { DocumentParts } from './metadata.ts'
import { linesOf } from './text-lines.ts'

/** Reads plain text. Lines stay as they are: a soft wrap is no end of a sentence. */
export function readText(raw: string): DocumentParts {
  const text = raw.replace(/\r\n?/g, '\n')
  return { text, blocks: textBlocks(text) }
}

/** The blocks of a text without markup, or with a little of it: paragraphs, lists, tables, code, turns, and what its lines show otherwise. */
export function textBlocks(text: string, known: KnownLines = new Map()): Block[] {
  const scanner = new LineScanner(text, known)
  for (const { from, to } of linesOf(text)) scanner.line(from, to)
  return scanner.finish()
}
