import type { SourceType } from '@deep-research/sdk/contract'
import type { TermStatistics } from '../types.ts'

/** A document as it is searched and cited. What is unknown is left out, never invented. */
export interface CorpusDocument {
  /** Stable: the first 32 hex digits of the SHA-256 of `url`, a line feed and `text`. */
  id: string
  /** http, https or urn; never a path of the machine. */
  url: string
  title: string
  /** The only string that source offsets refer to (UTF-16 code units), kept as extracted. */
  text: string
  authors?: string[]
  year?: number
  /** As the document gives it. */
  date?: string
  publisher?: string
  sourceType: SourceType | (string & {})
  /** BCP 47, as the document gives it. */
  language?: string
}

/** A run of sentences of a document, about 600 to 900 characters, under one heading; neighbours share a sentence. */
export interface Passage {
  documentId: string
  /** UTF-16 code units of the document's text, the end exclusive. */
  start: number
  end: number
  /** 0, 1, 2 … within the document. */
  ordinal: number
  /** The headings that the passage stands under, the outermost first, joined with " › ". */
  heading?: string
}

/** A passage that a search found. */
export interface PassageHit extends Passage {
  /** BM25, above 0, the higher the better. Comparable within one search only. */
  score: number
}

/** Search terms as the injected `stem` makes them. One with a space in it is a phrase. */
export interface FtsQuery {
  /** Any of these; of more than 64 the rarest. */
  terms: readonly string[]
}

/** Narrows a search. */
export interface PassageFilter {
  /** Only these documents. */
  documents?: readonly string[]
  /** None of these documents. */
  exclude?: readonly string[]
  /** How rare terms are, where the passages are ranked together with others. Default: as in this corpus. */
  statistics?: TermStatistics
}

/** What could not be read, for the operator: one clear line, never a stack. */
export interface CorpusProblem {
  /** The path within its source, or a name; never a path of the machine. */
  source: string
  message: string
}

/** A line of text that is a heading. */
export interface Heading {
  /** UTF-16 code units of the text, the end exclusive. */
  start: number
  end: number
  /** 1 is the outermost. */
  level: number
}

/** What a reader makes of a file or record: a document without its id, and its headings. */
export interface DocumentDraft extends Omit<CorpusDocument, 'id'> {
  headings?: readonly Heading[]
}

/** What a source yields while it reads: documents, and what could not be read. */
export type ReadItem = { document: DocumentDraft } | { problem: string }

/** Something readable as a whole, with what tells cheaply whether it changed. */
export interface CorpusEntry {
  /** Unique and stable within its source, e.g. the path below the folder. */
  key: string
  /** Unchanged means: not read again. */
  fingerprint: string
  bytes: number
}

/** Lists entries and reads one at a time. */
export interface CorpusSource {
  /** Unique among a corpus's sources and the same in every process. */
  id: string
  /** In a fixed order. What can not be listed is yielded as a problem. */
  list(signal: AbortSignal): AsyncIterable<CorpusEntry | CorpusProblem>
  /**
   * One entry's documents (a file of records holds many), lazily.
   * A content that can not be read is a `problem` item.
   * @throws what reading threw: the entry is tried again at the next start
   */
  read(key: string, signal: AbortSignal): AsyncIterable<ReadItem>
  /** Calls back on signs that the listing may have changed: some may be missed, and some mean nothing. */
  watch?(onChange: () => void): SourceWatch
}

/** A source that is being watched. */
export interface SourceWatch {
  /** Watches what is there now; tells whether some of it was not watched before. Never rejects. */
  update(): Promise<boolean>
  close(): void
}

/** How far the index has come. */
export interface IndexProgress {
  /** Entries read, of those that were new or changed. */
  done: number
  total: number
  /** The entry that was read last. */
  name: string
  /** Bytes of the entries read. */
  bytes: number
}

/** What bringing the index up to date took. */
export interface SyncReport {
  /** Entries that the sources list. */
  listed: number
  /** Entries read, because they were new or changed. */
  read: number
  /** Entries that are gone. */
  removed: number
  /** Documents indexed; a document that is as it was counts for nothing. */
  indexed: number
}

/** Documents, searchable. All methods are synchronous; they throw once the corpus is closed. */
export interface Corpus {
  readonly documentCount: number
  readonly passageCount: number
  /** As of the last refresh. */
  readonly problems: readonly CorpusProblem[]
  /** What the last refresh took. */
  readonly sync: SyncReport
  /** The best passages, the best first; ties in a fixed order. Without a usable term: none. */
  search(query: FtsQuery, limit: number, filter?: PassageFilter): PassageHit[]
  /** @throws {UnknownDocumentError} when the corpus does not hold it, and holds it for nobody */
  document(id: string): CorpusDocument
  /** The document that has this address now. */
  documentAt(url: string): CorpusDocument | undefined
  /** In order; empty for an unknown document. */
  passages(documentId: string): Passage[]
  /** How many passages hold the term, in whatever field: with `passageCount` its rarity. */
  documentFrequency(term: string): number
  /** Every document's title, in the order of ids. */
  titles(): Iterable<DocumentTitle>
  /** Publisher, authors and date of every document, one at a time, where known. */
  origins(): Iterable<DocumentOrigin>
  /**
   * Brings the index up to date with the sources as they are from now on. Searches go on meanwhile, and see what is
   * ready. Calls made during a refresh share the next one.
   * @throws the reason when the corpus is closed meanwhile, or when the index file can not be written
   */
  refresh(): Promise<SyncReport>
  /**
   * Keeps documents that the index holds now readable by `document`, although a refresh removes them, until the
   * function that this gives is called.
   */
  hold(): () => void
  /** Ends watching and a refresh that is running. */
  close(): void
}

export interface DocumentOrigin {
  documentId: string
  name: string
  kind: 'publisher' | 'author' | 'date'
}

export interface DocumentTitle {
  documentId: string
  title: string
}

/** The corpus does not hold such a document. */
export class UnknownDocumentError extends Error {
  override readonly name = 'UnknownDocumentError'
  constructor(id: string) {
    super(`The corpus holds no document ${id}.`)
  }
}
