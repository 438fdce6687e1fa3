import { hash } from 'node:crypto'
import type { CorpusDocument, DocumentDraft, WholeCorpusDocument } from '../types.ts'
import { decodeBlocks, encodeBlocks } from './block-record.ts'
import type { DocumentParts } from './document-parts.ts'

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
): WholeCorpusDocument {
  const { text, blocks, ...described } = record
  return { ...describedBy(described), text, ...(blocks ? { blocks: decodeBlocks(blocks) } : {}) }
}

/** The columns of a row that describe its document. */
type Description = Pick<DocumentRecord, 'id' | 'title' | 'year' | 'metadata'>

function describedBy({ id, title, year, metadata }: Description): Omit<CorpusDocument, 'text' | 'blocks'> {
  return { id, title, ...(year === null ? {} : { year }), ...(JSON.parse(metadata) as Metadata) }
}

/** The document of a row whose text and blocks are read a part at a time: of most that a search finds, none is. */
export function partedDocumentOf(description: Description, { text, blocks }: DocumentParts): CorpusDocument {
  return { ...describedBy(description), text, ...(blocks ? { blocks } : {}) }
}

/** A document with all of its text and blocks in memory. */
export function wholeOf({ text, blocks, ...described }: CorpusDocument): WholeCorpusDocument {
  const all = blocks && Array.from({ length: blocks.length }, (_, at) => blocks.at(at))
  return { ...described, text: text.slice(), ...(all ? { blocks: all.filter((block) => block !== undefined) } : {}) }
}

function digest(text: string): string {
  return hash('sha256', text)
}
