import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DocumentRecord, documentOf, recordOf } from '#corpus/index/document-record.ts'
import { isDamage, removeIndexFile } from '#corpus/index/index-file.ts'
import type { CorpusDocument, DocumentDraft } from '#corpus/types.ts'

/** Keeps the text of every page that was read, so that the offsets of its citations can be resolved later. */
export interface PageStore {
  /** Keeps a page under the hash of its address and text; the same page is kept once. */
  keep(draft: DocumentDraft, asked: string): CorpusDocument
  /** The newest page of an address read at or after a time, in milliseconds since 1970. */
  fresh(asked: string, since: number): CorpusDocument | undefined
  /** Every version kept of an address, the newest first. */
  versions(url: string): CorpusDocument[]
  close(): void
}

export interface PageStoreOptions {
  /** A path, or `:memory:`. */
  file: string
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number
  /** How many pages are kept; the oldest go first. Default: 20,000. */
  most?: number
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS page (
  id TEXT PRIMARY KEY, url TEXT NOT NULL, asked TEXT NOT NULL, read_at INTEGER NOT NULL,
  title TEXT NOT NULL, year INTEGER, metadata TEXT NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS page_asked ON page (asked, read_at);
CREATE INDEX IF NOT EXISTS page_url ON page (url, read_at);
CREATE INDEX IF NOT EXISTS page_read_at ON page (read_at);`

/** Pages: the file must not grow without end. */
const TOO_MANY = 20_000
/** Pages over the limit that are put up with before the oldest are removed. */
const SLACK = 100

/** Opens the store, making its file where it is missing; a damaged one is moved aside. */
export function openPageStore({ file, now = Date.now, most = TOO_MANY }: PageStoreOptions): PageStore {
  const database = openFile(file)
  const insert = database.prepare(
    `INSERT INTO page (id, url, asked, read_at, title, year, metadata, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET read_at = excluded.read_at, asked = excluded.asked`,
  )
  const fresh = database.prepare('SELECT * FROM page WHERE asked = ? AND read_at >= ? ORDER BY read_at DESC LIMIT 1')
  const versions = database.prepare('SELECT * FROM page WHERE url = ? OR asked = ? ORDER BY read_at DESC')
  const count = database.prepare('SELECT count(*) AS pages FROM page')
  const trim = database.prepare('DELETE FROM page WHERE id IN (SELECT id FROM page ORDER BY read_at LIMIT ?)')
  const asDocument = (row: unknown) => documentOf(row as DocumentRecord)
  let kept = Number(count.get()?.['pages'] ?? 0)
  return {
    keep(draft, asked) {
      const { id, title, year, metadata, text } = recordOf(draft)
      insert.run(id, draft.url, asked, now(), title, year, metadata, text)
      kept += 1
      if (kept > most + SLACK) {
        kept = Number(count.get()?.['pages'] ?? 0)
        if (kept > most) trim.run(kept - most)
        kept = Math.min(kept, most)
      }
      return documentOf({ id, title, year, metadata, text })
    },
    fresh(asked, since) {
      const row = fresh.get(asked, since)
      return row === undefined ? undefined : asDocument(row)
    },
    versions: (url) => versions.all(url, url).map(asDocument),
    close: () => database.close(),
  }
}

function openFile(file: string): DatabaseSync {
  if (file === ':memory:') return prepared(file)
  mkdirSync(dirname(file), { recursive: true })
  try {
    return prepared(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    renameSync(file, `${file}.damaged`)
    removeIndexFile(file)
    return prepared(file)
  }
}

function prepared(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    database.exec(SCHEMA)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
