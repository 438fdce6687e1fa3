import { statfsSync, statSync } from 'node:fs'

/**
 * Tells one file from another that has taken its place.
 * @throws where nothing is at the path.
 */
export function identityOf(path: string): string {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}

/** @throws where the disk of a folder has fewer bytes free than that. */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes) throw new Error('the disk of the database is nearly full')
}
