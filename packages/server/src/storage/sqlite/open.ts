import { existsSync, realpathSync } from 'node:fs'
import { CompiledQuery, Kysely } from 'kysely'
import { Patience } from '#kernel/patience.ts'
import { StorageLostError } from '#kernel/storage-lost-error.ts'
import { UserError } from '#kernel/user-error.ts'
import type { Connection } from '../sql/connection.ts'
import type { Tables } from '../sql/schema.ts'
import { whileBusy } from './busy.ts'
import { makeFile } from './file.ts'
import { createKyselyDialect } from './kysely-dialect.ts'
import { createLookUps } from './look-up.ts'
import { markLog, requireOwnLog, unmarkLog } from './own-log.ts'
import { openStepJournal } from './step-journal.ts'
import { type DatabaseThread, openInThread } from './thread.ts'
import { IN_MEMORY } from './url.ts'
import { createWriterQueue } from './writer-queue.ts'

/** How long a statement waits for another process's lock, in milliseconds. */
const PATIENCE = 5_000

/**
 * Opens a SQLite file, and creates it and its folder if they do not exist; `:memory:` is a private database. Every
 * commit is on the disk before it is acknowledged.
 * @param patienceMs how long a statement waits for another process's lock, in milliseconds. Default: 5,000.
 * @throws {@link UserError} if the file cannot be opened, is not a database, or lies beside the log of another one.
 */
export async function openSqlite(path: string, patienceMs = PATIENCE): Promise<Connection> {
  const real = path === IN_MEMORY ? path : prepareFile(path)
  try {
    const thread = await openInThread(real)
    return await connect(real, thread, patienceMs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`The database ${path} cannot be opened: ${reason}.`)
  }
}

/** The log is checked before a file is made, which would hide that the former file was removed. */
function prepareFile(path: string): string {
  requireOwnLog(existsSync(path) ? realpathSync(path) : path)
  return makeFile(path)
}

async function connect(path: string, thread: DatabaseThread, patienceMs: number): Promise<Connection> {
  const inFile = path !== IN_MEMORY
  const lookUps = inFile ? createLookUps(path, patienceMs) : undefined
  if (inFile) markLog(path)
  const loss = watchForLoss(thread)
  const closeWith = () => {
    loss.close()
    lookUps?.close()
  }
  const watched = closing(loss.thread, path, closeWith)
  const parts = { thread: watched, queue: createWriterQueue(), patienceMs, readsApart: inFile }
  const kysely = new Kysely<Tables>({ dialect: createKyselyDialect(parts, { relaxed: false }) })
  const relaxed = new Kysely<Tables>({ dialect: createKyselyDialect(parts, { relaxed: true }) })
  // Kysely does not close a driver that was never used.
  await kysely.connection().execute(async () => {})
  return {
    kysely,
    lost: loss.lost,
    journal: inFile ? openStepJournal(path) : undefined,
    withoutSync: (work) => work(relaxed),
    migrating: (work) => work(kysely),
    inspect: async ({ sql }) => void (await whileBusy(new Patience(patienceMs), () => loss.thread.inspect(sql))),
    lookUp: lookUps?.lookUp ?? (({ sql }) => lookUpInMemory(kysely, sql)),
  }
}

/** How often to look whether the files are still there, in milliseconds; each write looks too. */
const LOOK_EVERY = 1_000

/** Notices when the files of a database were removed or replaced. */
function watchForLoss(thread: DatabaseThread): { thread: DatabaseThread; lost: AbortSignal; close(): void } {
  const loss = new AbortController()
  const noting = async <Result>(act: Promise<Result>) => {
    try {
      return await act
    } catch (error) {
      if (error instanceof StorageLostError) loss.abort(error)
      throw error
    }
  }
  // Other errors, such as a full disk or a lock, are for whoever writes to find out.
  const look = () => noting(thread.look()).catch(() => {})
  const looking = setInterval(look, LOOK_EVERY).unref()
  return {
    thread: {
      ...thread,
      run: (statement) => noting(thread.run(statement)),
      inspect: (sql) => noting(thread.inspect(sql)),
    },
    lost: loss.signal,
    close: () => clearInterval(looking),
  }
}

/** Also ends what goes with the database when it is closed. */
function closing(thread: DatabaseThread, path: string, closeWith: () => void): DatabaseThread {
  return {
    ...thread,
    async close() {
      closeWith()
      await thread.close()
      if (path !== IN_MEMORY) unmarkLog(path)
    },
  }
}

function lookUpInMemory<Row>(kysely: Kysely<Tables>, sql: string) {
  return async (parameters: readonly string[]) => {
    const { rows } = await kysely.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))
    return rows[0]
  }
}
