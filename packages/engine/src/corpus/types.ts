import type { SourceDocument, WholeDocument } from '../types.ts'

export type { Block } from '../types.ts'

/** A document as it is searched and cited. What is unknown is left out, never invented. */
export interface CorpusDocument extends SourceDocument {
  /** Stable: the first 32 hex digits of the SHA-256 of `url`, a line feed and `text`. */
  id: string
  /** http, https or urn; never a path of the machine. */
  url: string
  /** BCP 47, as the document gives it. */
  language?: string
}

/** A document that is in memory as a whole. */
export type WholeCorpusDocument = CorpusDocument & WholeDocument

/** What could not be read, for the operator: one clear line, never a stack. */
export interface CorpusProblem {
  /** The path within its source, or a name; never a path of the machine. */
  source: string
  /** What is wrong with it, in words for a person. */
  message: string
  /** `served`: it is read all the same. `excluded`: a rule or a setting leaves it out. Without it, it could not be read. */
  kind?: 'served' | 'excluded'
}

/** What a reader makes of a file or record: a document without its id. */
export type DocumentDraft = Omit<WholeCorpusDocument, 'id'>

/** Of a file as much as is read at a time: all of it, or of a file of records some of its lines. */
export interface FilePiece {
  /** Where the file is in the corpus, with forward slashes: its ending decides how it is read. */
  path: string
  /** Where the corpus is published. */
  baseUrl?: string | undefined
  /** How its bytes are read where they are no UTF-8 and do not tell their encoding. Default: they are not read. */
  encoding?: string | undefined
  /** Its content. */
  bytes: Uint8Array
  /** The number of its first line, in a file of records. */
  line?: number
}

/** What was found in a piece of a file. */
export interface PieceContent {
  /** In order. */
  documents: DocumentDraft[]
  /** What could not be read, each in one line. */
  problems: string[]
  /** What is wrong with that which could be read. Default: nothing. */
  warnings?: string[]
}

/** What a source yields while it reads: documents, contents that are still to be read, and what could not be read. */
export type ReadItem =
  | {
      /** A document that could be read. */
      document: DocumentDraft
    }
  | {
      /** A content that is still to be read. */
      piece: FilePiece
    }
  | {
      /** Why nothing could be read. */
      problem: string
    }

/** Something readable as a whole, with what tells cheaply whether it changed. */
export interface CorpusEntry {
  /** Unique and stable within its source, e.g. the path below the folder. */
  key: string
  /** Unchanged means: not read again. */
  fingerprint: string
  /** The size of the file. */
  bytes: number
}

/** Lists entries and reads one at a time. */
export interface CorpusSource {
  /** Unique among a corpus's sources and the same in every process. */
  id: string
  /** In a fixed order. What cannot be listed is yielded as a problem. */
  list(signal: AbortSignal): AsyncIterable<CorpusEntry | CorpusProblem>
  /**
   * One entry's documents (a file of records holds many), lazily. Contents that strangers may have written are given as
   * pieces, which are read in a thread. A content that cannot be read is a `problem` item.
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
  /** How many files are to be looked at. */
  total: number
  /** The entry that was read last. */
  name: string
  /** Bytes of the entries read. */
  bytes: number
}

/** How many of the passages that had no vector have one now. */
export interface VectorProgress {
  /** How many passages have their vectors. */
  done: number
  /** How many passages there are. */
  total: number
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

/** The corpus does not hold such a document. */
export class UnknownDocumentError extends Error {
  override readonly name = 'UnknownDocumentError'
  constructor(id: string) {
    super(`The corpus holds no document ${id}.`)
  }
}
