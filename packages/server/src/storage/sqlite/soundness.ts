import { statfsSync, statSync } from 'node:fs'

/**
 * Identifies a file, so that another one in its place is noticed.
 * @throws if there is no file at the path.
 */
export function identityOf(path: string): string {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}

/** @throws if the disk of a folder has fewer free bytes. */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes) throw new Error('the disk of the database is nearly full')
}
