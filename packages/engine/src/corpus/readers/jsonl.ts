import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { visible, visibleInPlace } from '#language/visible.ts'
import type { Block, DocumentDraft, FilePiece, PieceContent } from '../types.ts'
import { decodeText } from './decode.ts'
import { linesIn } from './lines.ts'
import { defined, metadataOf } from './metadata.ts'
import { type CorpusRecord, recordIn } from './record.ts'
import { sourceUrl } from './source-url.ts'
import { textBlocks } from './text.ts'

/** Reads one record a line. A wrong line is a problem with its number, and the rest is served. */
export function readRecords({ line = 1, bytes: all, ...context }: FilePiece): PieceContent {
  const content: PieceContent = { documents: [], problems: [] }
  for (const { line: number, bytes } of linesIn({ line, bytes: all })) {
    try {
      const draft = draftOf(bytes, { ...context, line: number })
      if (draft !== undefined) content.documents.push(draft)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      content.problems.push(`line ${number} ${message}; the line is skipped`)
    }
  }
  return content
}

function draftOf(bytes: Uint8Array, context: Omit<FilePiece, 'bytes'>): DocumentDraft | undefined {
  const { text: line } = decodeText(bytes, { otherwise: context.encoding })
  if (line.trim() === '') return undefined
  const record = recordIn(json(line), `${basename(context.path)}, line ${context.line}`)
  const { id, title } = record
  const text = visibleInPlace(record.text)
  const blocks = unchanged(givenBlocks(record) ?? textBlocks(text), { text, given: record.text })
  const { url: own, ...metadata } = metadataOf(record)
  const name = id === undefined ? createHash('sha256').update(text).digest('hex').slice(0, 16) : String(id)
  const url = sourceUrl({ own, baseUrl: context.baseUrl, path: context.path, record: name })
  return { sourceType: 'document', ...metadata, url, title, text, blocks }
}

/** Blocks without the characters that were made visible, parted there: what is quoted is what the owner's text says. */
function unchanged(blocks: readonly Block[], { text, given }: { text: string; given: string }): readonly Block[] {
  if (text === given) return blocks
  return blocks.flatMap((block) => {
    const parts: Block[] = []
    let { start } = block
    for (let at = start; at <= block.end; at += 1) {
      if (at < block.end && text[at] === given[at]) continue
      if (text.slice(start, at).trim() !== '') parts.push({ ...block, start, end: at })
      start = at + 1
    }
    return parts
  })
}

/** The blocks that a record gives for its text; what it gives none for is nothing to be read. */
function givenBlocks({ text, blocks }: CorpusRecord): Block[] | undefined {
  if (blocks === undefined) return undefined
  const all: Block[] = []
  let at = 0
  const skip = (to: number) => {
    if (text.slice(at, to).trim() !== '') all.push({ start: at, end: to, kind: 'furniture', path: [] })
  }
  for (const block of blocks) {
    const { start, end } = block
    if (start < at || end <= start || end > text.length || cutsPair(text, start) || cutsPair(text, end)) {
      return fail('has "blocks" that overlap, are out of order, or lie outside of its "text"')
    }
    skip(start)
    all.push(defined({ ...block, path: block.path.map(visible) }) as Block)
    at = end
  }
  skip(text.length)
  return all
}

function cutsPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))
}

function json(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return fail('is not JSON')
  }
}

function fail(message: string): never {
  throw new Error(message)
}
