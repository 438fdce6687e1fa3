import { closeSync, fchmodSync, fstatSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#kernel/user-error.ts'

/** Its owner may read and write; nobody else may do anything. */
const PRIVATE = 0o600

/**
 * Makes an empty file and its folder where they are missing, and keeps other users out of it. SQLite takes an empty
 * file for an empty database, and gives the files that it makes beside it the same rights.
 * @returns the file's real path: the same one for every name and link that leads to it.
 * @throws {@link UserError} where it cannot be made or opened.
 */
export function makeFile(path: string): string {
  try {
    return make(path)
  } catch (error) {
    throw new UserError(`The file ${path} cannot be opened: ${error instanceof Error ? error.message : error}.`)
  }
}

function make(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a', PRIVATE)
  try {
    const { mode, uid } = fstatSync(file)
    // The rights of somebody else's file are not ours to change.
    if ((mode & 0o777) !== PRIVATE && uid === process.getuid?.()) fchmodSync(file, PRIVATE)
  } finally {
    closeSync(file)
  }
  return realpathSync(path)
}
