import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { UserError } from '#kernel/user-error.ts'
import { PRIVATE } from './file.ts'

/** The mark of the files that were open together. */
const markOf = (path: string) => `${path}.opened`

/**
 * Refuses to open a database beside which another one's write-ahead log lies: SQLite would write the log's pages into
 * it. Such a log lies there after the file was replaced while it was open, or restored without removing what lay beside
 * it. The log that this program left when it was killed is known by its mark and its times. Any other one is checked
 * together with the database, which changes nothing and takes as long as reading the file.
 * @throws {@link UserError} if the log is not the database's.
 */
export function requireOwnLog(path: string): void {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (!log || log.size === 0) return
  const file = statSync(path, { throwIfNoEntry: false })
  // SQLite would delete a log beside an empty file.
  if (!file || file.size === 0) throw foreign(path, 'removed')
  const [markedFile, markedLog] = readMark(path)
  if (markedLog === String(log.ino)) {
    if (markedFile !== String(file.ino)) throw foreign(path, 'replaced')
    // SQLite writes to the database only to copy its log there, and then goes on in the log, so its own log is the
    // newer one.
    if (file.ctimeMs <= log.ctimeMs) return
  }
  if (!isWhole(path)) throw foreign(path, 'replaced')
}

/** Notes which files are open together. Device numbers are left out, since they change when a machine starts. */
export function markLog(path: string): void {
  const numbers = [path, `${path}-wal`].map((file) => statSync(file).ino)
  writeFileSync(markOf(path), `${numbers.join(' ')}\n`, { mode: PRIVATE })
}

/** Removes the mark of a database that was closed, if nobody else has it open. */
export function unmarkLog(path: string): void {
  if (!statSync(`${path}-wal`, { throwIfNoEntry: false })) rmSync(markOf(path), { force: true })
}

function readMark(path: string): string[] {
  try {
    return readFileSync(markOf(path), 'utf8').trim().split(' ')
  } catch {
    return []
  }
}

/** Reads a database through its log. A connection that only reads does not copy the log into the file. */
function isWhole(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const [found] = database.prepare('pragma integrity_check(1)').all()
      return found?.['integrity_check'] === 'ok'
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

function foreign(path: string, what: 'removed' | 'replaced'): UserError {
  return new UserError(
    `${path}-wal is not the write-ahead log of ${path}: that file was ${what} while it was in use, and its last changes are in this log. ` +
      `Nothing was changed. To go on with ${what === 'removed' ? 'an empty database' : 'the file that is there now'}, move ${path}-wal and ${path}-shm away; ` +
      'to go on with the former one, put it back.',
  )
}
