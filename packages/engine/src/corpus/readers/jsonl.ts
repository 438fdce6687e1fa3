import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Block, DocumentDraft, ReadItem } from '../types.ts'
import { decodeUtf8 } from './decode.ts'
import { linesOf } from './lines.ts'
import { defined, metadataOf } from './metadata.ts'
import { sourceUrl } from './source-url.ts'
import { textBlocks } from './text.ts'

/** The longest line that is read, in bytes. */
const LONGEST_LINE = 64 * 1024 * 1024
/** So many wrong lines of a file are reported one by one, as many as a person reads; the rest are counted. */
const REPORTED_LINES = 20

const place = z.int().nonnegative()
const count = z.int().nonnegative().optional()
const name = z.string().optional()
/** As in `Block`; offsets are UTF-16 code units of the record's text. */
const blockSchema = z.object({
  start: place,
  end: place,
  kind: z.enum(['heading', 'paragraph', 'item', 'row', 'code', 'quote', 'turn', 'caption', 'furniture']),
  path: z.array(z.string()).default([]),
  level: count,
  depth: count,
  number: count,
  language: name,
  speaker: name,
})

const recordSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  title: z.string().trim().min(1),
  // Kept as given, white space included: offsets must hold in the owner's text.
  text: z.string().regex(/\S/),
  blocks: z.array(blockSchema).optional(),
})

/** Where a file of records stands, for the addresses of records without one. */
export interface JsonlContext {
  path: string
  baseUrl?: string | undefined
}

/** Reads one record a line. A wrong line is a problem with its number, and the rest is served. */
export async function* readJsonl(chunks: AsyncIterable<Uint8Array>, context: JsonlContext): AsyncGenerator<ReadItem> {
  let wrong = 0
  let found = 0
  for await (const { number, bytes } of linesOf(chunks, LONGEST_LINE)) {
    try {
      const draft = bytes === undefined ? fail('is longer than 64 MiB') : draftOf(bytes, context)
      if (draft === undefined) continue
      found += 1
      yield { document: draft }
    } catch (error) {
      wrong += 1
      const message = error instanceof Error ? error.message : String(error)
      if (wrong <= REPORTED_LINES) yield { problem: `line ${number} ${message}; the line is skipped` }
    }
  }
  if (wrong > REPORTED_LINES) yield { problem: `${wrong - REPORTED_LINES} further lines are wrong and skipped` }
  if (found === 0 && wrong === 0) yield { problem: 'is empty' }
}

function draftOf(bytes: Uint8Array, context: JsonlContext): DocumentDraft | undefined {
  const line = decodeUtf8(bytes)
  if (line.trim() === '') return undefined
  const parsed = recordSchema.safeParse(json(line))
  if (!parsed.success) return fail(wrongFields(parsed.error))
  const { id, title, text } = parsed.data
  const blocks = givenBlocks(parsed.data) ?? textBlocks(text)
  const { url: own, ...metadata } = metadataOf(parsed.data)
  const name = id === undefined ? createHash('sha256').update(text).digest('hex').slice(0, 16) : String(id)
  const url = sourceUrl({ own, baseUrl: context.baseUrl, path: context.path, record: name })
  return { sourceType: 'document', ...metadata, url, title, text, blocks }
}

/** The blocks that a record gives for its text; what it gives none for is nothing to be read. */
function givenBlocks({ text, blocks }: z.infer<typeof recordSchema>): Block[] | undefined {
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
    all.push(defined(block) as Block)
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

function wrongFields(error: z.ZodError): string {
  const fields = error.issues.map(({ path }) => (path.length === 0 ? '' : `"${path.join('.')}"`)).filter(Boolean)
  if (fields.length === 0) return 'is not an object'
  return `has no usable ${[...new Set(fields)].join(', ')}`
}

function fail(message: string): never {
  throw new Error(message)
}
