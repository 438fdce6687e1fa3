import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { UserError } from '#kernel/user-error.ts'
import type { Database, Tables } from '../sql/schema.ts'
import { NodeSqliteDialect } from './dialect.ts'
import { createLookUps } from './look-up.ts'

/** How long a statement waits for another process's lock, in milliseconds. */
const BUSY_TIMEOUT = 5_000

/**
 * Opens a SQLite file, making it and its folder where they are missing; `:memory:` is a database that nobody else
 * sees. Every commit is on the disk before it is acknowledged.
 * @throws {@link UserError} where the file cannot be opened or is no database.
 */
export function openSqlite(path: string): Database {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    const { lookUp, close } = createLookUps(path, database)
    const dialect = new NodeSqliteDialect(database, close)
    const kysely = new Kysely<Tables>({ dialect })
    const loosely: Database['loosely'] = (work) =>
      kysely.connection().execute(async (db) => {
        database.exec('pragma synchronous = normal')
        try {
          return await work(db)
        } finally {
          database.exec('pragma synchronous = full')
        }
      })
    return { kysely, rowLocks: false, indexHints: true, loosely, lookUp }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`The database ${path} cannot be opened: ${reason}.`)
  }
}
