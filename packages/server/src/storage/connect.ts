import type { Log } from '#kernel/log.ts'
import type { Hold } from './hold.ts'
import { holdSqlite } from './sqlite/hold.ts'
import { openSqlite } from './sqlite/open.ts'
import { createStorage, type Storage } from './storage.ts'

const SQLITE = 'sqlite:'

/** Whether a text is a database URL that this service takes: `sqlite:<path>` or `postgres://…`. */
export function isDatabaseUrl(text: string): boolean {
  return /^sqlite:./.test(text) || /^postgres(ql)?:\/\/./.test(text)
}

/** The path that a `sqlite:` URL names; undefined for another database. */
export function sqlitePath(url: string): string | undefined {
  return url.startsWith(SQLITE) ? url.slice(SQLITE.length) : undefined
}

/**
 * Opens the database of a URL. Its schema is as it was left.
 * @throws UserError where it cannot be opened or reached.
 */
export async function connect(url: string): Promise<Storage> {
  const path = sqlitePath(url)
  return createStorage(path === undefined ? await (await postgres()).openPostgres(url) : openSqlite(path))
}

/**
 * Makes this process the only service of the embedded shape on the database.
 * @throws UserError where another service is there.
 */
export async function hold(url: string, log: Log): Promise<Hold> {
  const path = sqlitePath(url)
  return path === undefined
    ? await (await postgres()).holdPostgres(url, log)
    : { held: true, release: holdSqlite(path) }
}

/** Its driver is loaded where it is used: a start on SQLite waits for nothing that it does not need. */
async function postgres() {
  const [{ openPostgres }, { holdPostgres }] = await Promise.all([
    import('./postgres/open.ts'),
    import('./postgres/hold.ts'),
  ])
  return { openPostgres, holdPostgres }
}
