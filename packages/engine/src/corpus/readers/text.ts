import type { Block } from '../types.ts'
import { isConversation } from './line-rules.ts'
import { LineScanner } from './line-scanner.ts'
import type { DocumentParts } from './metadata.ts'
import { withPlainSigns } from './plain-signs.ts'
import { type KnownLines, linesOf } from './text-lines.ts'
import { withoutWraps } from './wraps.ts'

/** Reads plain text. Lines stay as they are, but for signs that a terminal alone shows, and breaks within words. */
export function readText(raw: string): DocumentParts {
  const text = withoutWraps(withPlainSigns(raw.replace(/\r\n?/g, '\n')))
  return { text, blocks: textBlocks(text) }
}

/**
 * The blocks of a text without markup, or with a little of it: paragraphs, headings, lists, tables, code and turns. `known`: what
 * is known of lines, by the place where they begin; `isTypeset`: it was set on pages, where "# …" is no heading.
 */
export function textBlocks(
  text: string,
  known: KnownLines = new Map(),
  { isTypeset = false }: { isTypeset?: boolean } = {},
): Block[] {
  const scanner = new LineScanner(text, { known, isTypeset, isTalk: isConversation(text) })
  for (const { from, to } of linesOf(text)) scanner.line(from, to)
  return scanner.finish()
}
