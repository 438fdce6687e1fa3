import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DocumentRecord, documentOf } from '#corpus/index/document-record.ts'
import { isDamage, removeIndexFile } from '#corpus/index/index-file.ts'
import { makePrivate } from '#corpus/index/private-file.ts'
import type { WholeCorpusDocument } from '#corpus/types.ts'

export interface PageStoreOptions {
  /** A path, or `:memory:`. */
  file: string
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number
  /** How many pages are kept; the oldest go first. Default: 20,000, as the file must not grow without end. */
  most?: number
}

const SCHEMA = `
PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS page (
  id TEXT PRIMARY KEY, url TEXT NOT NULL, asked TEXT NOT NULL, read_at INTEGER NOT NULL,
  title TEXT NOT NULL, year INTEGER, metadata TEXT NOT NULL, text TEXT NOT NULL, blocks TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS page_asked ON page (asked, read_at);
CREATE INDEX IF NOT EXISTS page_read_at ON page (read_at);`

/** Pages kept between two looks for those over the limit: each look goes through the whole index of times. */
const SLACK = 100

/** Keeps the text of every page that was read, so that the offsets of its citations can be resolved later. */
export type PageStore = ReturnType<typeof openPageStore>

/** Opens the store, making its file where it is missing; a damaged one is moved aside. */
export function openPageStore({ file, now = Date.now, most = 20_000 }: PageStoreOptions) {
  const database = openFile(file)
  const insert = database.prepare(
    `INSERT INTO page (id, url, asked, read_at, title, year, metadata, text, blocks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET read_at = excluded.read_at, asked = excluded.asked`,
  )
  const fresh = database.prepare('SELECT * FROM page WHERE asked = ? AND read_at >= ? ORDER BY read_at DESC LIMIT 1')
  const trim = database.prepare(
    'DELETE FROM page WHERE id IN (SELECT id FROM page ORDER BY read_at DESC LIMIT -1 OFFSET ?)',
  )
  let sinceTrim = SLACK
  return {
    /** Keeps a page under the hash of its address and text; the same page is kept once. `url`: after redirects. */
    keep(record: DocumentRecord, { url, asked }: { url: string; asked: string }): WholeCorpusDocument {
      const { id, title, year, metadata, text, blocks } = record
      insert.run(id, url, asked, now(), title, year, metadata, text, blocks)
      sinceTrim += 1
      if (sinceTrim > SLACK) {
        trim.run(most)
        sinceTrim = 0
      }
      return documentOf(record)
    },
    /** The newest page of an address read at or after a time, in milliseconds since 1970. */
    fresh(asked: string, since: number): WholeCorpusDocument | undefined {
      const row = fresh.get(asked, since)
      return row && documentOf(row as unknown as DocumentRecord)
    },
    close: () => database.close(),
  }
}

function openFile(file: string): DatabaseSync {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true })
    makePrivate(file)
  }
  try {
    return prepared(file)
  } catch (error) {
    if (!isDamage(error)) throw error
    renameSync(file, `${file}.damaged`)
    removeIndexFile(file)
    makePrivate(file)
    return prepared(file)
  }
}

function prepared(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    database.exec(SCHEMA)
    // Files of before pages had blocks.
    const columns = database.prepare('PRAGMA table_info(page)').all()
    if (!columns.some(({ name }) => name === 'blocks')) database.exec('ALTER TABLE page ADD COLUMN blocks TEXT')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
