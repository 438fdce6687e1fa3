import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#kernel/user-error.ts'
import { keepPrivate, PRIVATE } from './file.ts'
import { IN_MEMORY } from './url.ts'

/**
 * The secret that is kept in a file beside the database, and made with it: whoever has the database alone signs
 * nothing. A database in memory has one that ends with it.
 * @throws {@link UserError} where it cannot be kept there.
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
    throw new UserError(`The secret file ${file} cannot be read or written: ${error instanceof Error ? error.message : error}.`)
  }
  throw new UserError(`The secret in ${file} is too short. Delete the file; the next start generates a new secret.`)
}
