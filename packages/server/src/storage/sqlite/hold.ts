import { DatabaseSync } from 'node:sqlite'
import { UserError } from '#kernel/user-error.ts'
import { makeFile } from './file.ts'
import { IN_MEMORY } from './url.ts'

/** How long to wait for another process that is just ending, in milliseconds. */
const WAIT = 1_000

/**
 * Makes this process the only service on a SQLite file; a second one would take the first one's running requests for
 * those of a dead process. The hold ends with the process, however that ends. Other commands need no hold.
 * @returns a function that ends the hold.
 * @throws {@link UserError} if another service holds the file.
 */
export function holdSqlite(path: string): () => void {
  if (path === IN_MEMORY) return () => {}
  const lock = new DatabaseSync(makeFile(`${makeFile(path)}.lock`), { timeout: WAIT })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new UserError(`The database ${path} is in use by another running service. Stop it, or set DATABASE_URL.`)
  }
  return () => lock.close()
}
