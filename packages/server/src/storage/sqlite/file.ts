import { chmodSync, closeSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#kernel/user-error.ts'

/** Read and write for the owner, nothing for others. */
export const PRIVATE = 0o600

/** SQLite gives the files beside a database the permissions that the database had when they were made. */
const BESIDE = ['-wal', '-shm']

/**
 * Makes an empty file and its folder where they are missing, and keeps other users out of it. SQLite takes an empty
 * file for an empty database.
 * @returns the file's real path: the same one for every name and link that leads to it.
 * @throws {@link UserError} where it cannot be made or opened.
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
 * Opens nothing that exists: to close a file takes away all locks that this process has on it, those of SQLite's own
 * connections too.
 */
function make(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Takes a file away from all users but its owner. The rights of somebody else's file are not ours to change. */
export function keepPrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && (found.mode & 0o777) !== PRIVATE && found.uid === process.getuid?.()) chmodSync(path, PRIVATE)
}
