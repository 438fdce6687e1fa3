import { createHash } from 'node:crypto'
import type { CorpusDocument, DocumentDraft } from '../types.ts'
import { decodeBlocks, encodeBlocks } from './block-record.ts'

/** The fields of a document that are stored as JSON: all that have no column of their own. */
type Metadata = Omit<CorpusDocument, 'id' | 'title' | 'text' | 'blocks' | 'year'>

/** A document's row. */
export interface DocumentRecord {
  id: string
  /** A hash of everything from which the index is made; if it differs, the document is indexed again. */
  hash: string
  title: string
  year: number | null
  metadata: string
  text: string
  /** As `encodeBlocks` writes them. */
  blocks: string | null
}

/**
 * Makes the row of a draft. Lone surrogates become U+FFFD, one code unit for one, because the database would change them,
 * and the text that is hashed and cut must be the text that is stored.
 */
export function recordOf(draft: DocumentDraft): DocumentRecord {
  const { title: rawTitle, text: rawText, year, blocks: given, ...metadata } = draft
  const text = rawText.toWellFormed()
  const title = rawTitle.toWellFormed()
  const json = JSON.stringify(metadata, Object.keys(metadata).sort()).toWellFormed()
  const blocks = given === undefined ? null : encodeBlocks(given).toWellFormed()
  const id = digest(`${draft.url}\n${text}`).slice(0, 32)
  const hash = digest(JSON.stringify([id, title, year ?? null, json, blocks]))
  return { id, hash, title, year: year ?? null, metadata: json, text, blocks }
}

/** The document of a row. */
export function documentOf(
  record: Omit<DocumentRecord, 'hash' | 'blocks'> & { blocks?: string | null },
): CorpusDocument {
  const { id, title, text, year, metadata, blocks } = record
  return {
    id,
    title,
    text,
    ...(blocks ? { blocks: decodeBlocks(blocks) } : {}),
    ...(year === null ? {} : { year }),
    ...(JSON.parse(metadata) as Metadata),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
