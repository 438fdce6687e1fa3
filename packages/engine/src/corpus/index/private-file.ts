import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** The owner may read and write, others may do nothing. */
export const PRIVATE = 0o600

/**
 * Makes an empty database file if there is none, and denies other users access to it and to the files that SQLite keeps
 * beside it. The permissions of somebody else's file are left alone.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || found.uid !== process.getuid?.() || (found.mode & 0o777) === PRIVATE) continue
    try {
      chmodSync(path, PRIVATE)
    } catch (error) {
      // Another process has closed the database meanwhile, and SQLite has removed what it kept beside it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
