import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { UserError } from '#kernel/user-error.ts'
import type { Connection, Tables } from '../sql/schema.ts'
import { makeFile } from './file.ts'
import { NodeSqliteDialect } from './kysely-driver.ts'
import { createLookUps } from './look-up.ts'
import { IN_MEMORY } from './url.ts'

/** How long a statement waits for another process's lock, in milliseconds. */
const BUSY_TIMEOUT = 5_000

/**
 * Opens a SQLite file, making it and its folder where they are missing; `:memory:` is a database that nobody else
 * sees. Every commit is on the disk before it is acknowledged.
 * @throws {@link UserError} where the file cannot be opened or is no database.
 */
export function openSqlite(path: string): Connection {
  try {
    if (path !== IN_MEMORY) makeFile(path)
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    const { lookUp, close } = createLookUps(path, database)
    const dialect = new NodeSqliteDialect(database, close)
    const kysely = new Kysely<Tables>({ dialect })
    const loosely: Connection['loosely'] = (work) =>
      kysely.connection().execute(async (db) => {
        database.exec('pragma synchronous = normal')
        try {
          return await work(db)
        } finally {
          database.exec('pragma synchronous = full')
        }
      })
    return { kysely, loosely, lookUp }
  } catch (error) {
    if (error instanceof UserError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`The database ${path} cannot be opened: ${reason}.`)
  }
}
