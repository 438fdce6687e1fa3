import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#kernel/user-error.ts'
import { keepPrivate, PRIVATE } from './file.ts'
import { IN_MEMORY } from './url.ts'

/**
 * The secret in a file beside the database, created together with it, so that a copy of the database alone can sign
 * nothing. A database in memory has a secret that ends with it.
 * @throws {@link UserError} if the file cannot be read or written.
 */
export function keepAuthSecret(path: string): string {
  const made = randomBytes(32).toString('hex')
  if (path === IN_MEMORY) return made
  const file = `${path}.auth-secret`
  try {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(file, made, { flag: 'wx', mode: PRIVATE })
      return made
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    keepPrivate(file)
    const kept = readFileSync(file, 'utf8').trim()
    if (kept.length >= 32) return kept
  } catch (error) {
    throw new UserError(
      `The secret file ${file} cannot be read or written: ${error instanceof Error ? error.message : error}.`,
    )
  }
  throw new UserError(`The secret in ${file} is too short. Delete the file; the next start generates a new secret.`)
}
