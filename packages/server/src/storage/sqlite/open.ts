import { CompiledQuery, Kysely } from 'kysely'
import { Patience } from '#kernel/patience.ts'
import { UserError } from '#kernel/user-error.ts'
import type { Connection, Tables } from '../sql/schema.ts'
import { whileBusy } from './busy.ts'
import { makeFile } from './file.ts'
import { createKyselyDialect } from './kysely-dialect.ts'
import { createLookUps, type LookUps } from './look-up.ts'
import { type DatabaseThread, openInThread } from './thread.ts'
import { IN_MEMORY } from './url.ts'
import { createWriterQueue } from './writer-queue.ts'

/** How long a statement waits for another process's lock, in milliseconds. */
const PATIENCE = 5_000

/**
 * Opens a SQLite file, and creates it and its folder if they do not exist; `:memory:` is a private database. Every
 * commit is on the disk before it is acknowledged.
 * @param patienceMs how long a statement waits for another process's lock, in milliseconds. Default: 5,000.
 * @throws {@link UserError} if the file cannot be opened or is not a database.
 */
export async function openSqlite(path: string, patienceMs = PATIENCE): Promise<Connection> {
  if (path !== IN_MEMORY) makeFile(path)
  try {
    const thread = await openInThread(path)
    return await connect(path, thread, patienceMs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`The database ${path} cannot be opened: ${reason}.`)
  }
}

async function connect(path: string, thread: DatabaseThread, patienceMs: number): Promise<Connection> {
  const inFile = path !== IN_MEMORY
  const lookUps = inFile ? createLookUps(path, patienceMs) : undefined
  const parts = { thread: closing(thread, lookUps), queue: createWriterQueue(), patienceMs, readsApart: inFile }
  const kysely = new Kysely<Tables>({ dialect: createKyselyDialect(parts, { relaxed: false }) })
  const relaxed = new Kysely<Tables>({ dialect: createKyselyDialect(parts, { relaxed: true }) })
  // Kysely does not close a driver that was never used.
  await kysely.connection().execute(async () => {})
  return {
    kysely,
    withoutSync: (work) => work(relaxed),
    migrating: (work) => work(kysely),
    inspect: async ({ sql }) => void (await whileBusy(new Patience(patienceMs), () => thread.inspect(sql))),
    lookUp: lookUps?.lookUp ?? (({ sql }) => lookUpInMemory(kysely, sql)),
  }
}

/** Also ends the look-ups when the database is closed. */
function closing(thread: DatabaseThread, lookUps: LookUps | undefined): DatabaseThread {
  return {
    ...thread,
    close() {
      lookUps?.close()
      return thread.close()
    },
  }
}

function lookUpInMemory<Row>(kysely: Kysely<Tables>, sql: string) {
  return async (parameters: readonly string[]) => {
    const { rows } = await kysely.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))
    return rows[0]
  }
}
