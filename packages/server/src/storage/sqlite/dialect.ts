import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Hints, Locks, Size } from '../sql/differences.ts'
import { keepAuthSecret } from './auth-secret.ts'
import { holdSqlite } from './hold.ts'
import { openSqlite } from './open.ts'
import { startThread } from './thread.ts'
import { IN_MEMORY, isSqliteUrl, pathOf } from './url.ts'

/** A transaction has the file's only write lock from its start, so nothing else needs to be locked. */
const locks: Locks = {
  async migration() {},
  rows: (query) => query,
  shared: (query) => query,
}

const hints: Hints = {
  byIndex: (table, index) => sql`${sql.table(table)} indexed by ${sql.ref(index)}`,
}

const size: Size = sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`

/** SQLite: one file, in this process. */
export const sqlite: Dialect = {
  name: 'SQLite',
  urlForm: 'sqlite:<path>',
  takes: isSqliteUrl,
  locks,
  hints,
  size,
  warm: startThread,
  open: async (url) => ({ ...(await openSqlite(pathOf(url))), locks, hints, size }),
  shared: false,
  // The system keeps the lock for as long as the process lives, so nobody can take it.
  hold: async (url) => ({ held: true, regain: async () => true, onTaken() {}, release: holdSqlite(pathOf(url)) }),
  folder(url) {
    const path = pathOf(url)
    return path === IN_MEMORY ? undefined : dirname(path)
  },
  authSecret: (url) => keepAuthSecret(pathOf(url)),
  keepsSecret: true,
}
