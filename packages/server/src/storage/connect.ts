import { holdPostgres, openPostgres } from './postgres/open.ts'
import { holdSqlite } from './sqlite/hold.ts'
import { openSqlite } from './sqlite/open.ts'
import { createStorage, type Storage } from './storage.ts'

const SQLITE = 'sqlite:'

/** Whether a text is a database URL that this service takes: `sqlite:<path>` or `postgres://…`. */
export function isDatabaseUrl(text: string): boolean {
  return /^sqlite:./.test(text) || /^postgres(ql)?:\/\/./.test(text)
}

/**
 * Opens the database of a URL. Its schema is as it was left.
 * @throws UserError where it cannot be opened or reached.
 */
export async function connect(url: string): Promise<Storage> {
  if (url.startsWith(SQLITE)) return createStorage(openSqlite(url.slice(SQLITE.length)))
  return createStorage(await openPostgres(url))
}

/**
 * Makes this process the only service of the embedded shape on the database.
 * @returns what ends that.
 * @throws UserError where another service is there.
 */
export async function hold(url: string): Promise<() => void | Promise<void>> {
  return url.startsWith(SQLITE) ? holdSqlite(url.slice(SQLITE.length)) : await holdPostgres(url)
}
