import { chmodSync, closeSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#kernel/user-error.ts'

/** The owner may read and write, others may do nothing. */
export const PRIVATE = 0o600

/** SQLite gives the files beside a database the permissions that the database has when it creates them. */
const BESIDE = ['-wal', '-shm']

/**
 * Creates an empty file and its folder if they do not exist, and denies other users access. SQLite treats an empty file
 * as an empty database.
 * @returns the file's real path, which is the same for every name and link that leads to it.
 * @throws {@link UserError} if the file cannot be created or opened.
 */
export function makeFile(path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true })
    make(path)
    const real = realpathSync(path)
    for (const file of [real, ...BESIDE.map((end) => real + end)]) keepPrivate(file)
    return real
  } catch (error) {
    throw new UserError(`The file ${path} cannot be opened: ${error instanceof Error ? error.message : error}.`)
  }
}

/**
 * Does not open an existing file: closing it would release all locks that this process has on it, including those of
 * SQLite's own connections.
 */
function make(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Denies all users but the owner access to a file. The permissions of somebody else's file are left alone. */
export function keepPrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && (found.mode & 0o777) !== PRIVATE && found.uid === process.getuid?.()) chmodSync(path, PRIVATE)
}
