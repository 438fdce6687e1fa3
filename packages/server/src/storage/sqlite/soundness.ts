import { statfsSync, statSync } from 'node:fs'
import { StorageLostError } from '#kernel/storage-lost-error.ts'

/**
 * Identifies a database's file and the write-ahead log beside it, so that others in their place are noticed.
 * @throws if one of them is missing.
 */
export function identityOf(path: string): string {
  return [path, `${path}-wal`].map(fileIdentity).join(' ')
}

function fileIdentity(path: string): string {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}

/** @throws {@link StorageLostError} if a path no longer leads to the files that it led to before. */
export function requireSame(path: string, identity: string): void {
  let found: string | undefined
  try {
    found = identityOf(path)
  } catch (error) {
    // A file that is there and cannot be looked at may be the same.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (found === identity) return
  throw new StorageLostError(
    `The database ${path} was ${found === undefined ? 'removed' : 'replaced'} while it was open`,
  )
}

/** @throws if the disk of a folder has fewer free bytes. */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes) {
    throw Object.assign(new Error('the disk of the database is nearly full'), { code: 'ENOSPC' })
  }
}
