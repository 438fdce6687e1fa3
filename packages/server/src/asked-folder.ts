import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UserError } from '#kernel/user-error.ts'
import { dialectOf } from '#storage/dialects.ts'
import { readSettings, type Settings } from './config.ts'
import type { Environment } from './setting-readers.ts'

/** Where a service keeps its files if no setting says otherwise. */
const OF_SERVICE = '.data'

/**
 * The settings of a question that is asked without a service. What is kept for it is an index that can be made again, so
 * it is in the user's cache, and nothing is left in the folder in which it is asked. A folder that a service has made
 * there, or that DATABASE_URL names, goes on being used.
 */
export function readAskedSettings(environment: Environment): Settings {
  const settings = readSettings(environment)
  const { databaseUrl } = settings
  const named = Boolean(environment['DATABASE_URL']) && dialectOf(databaseUrl).folder(databaseUrl) !== undefined
  if (named || isWritable(OF_SERVICE)) return settings
  return { ...settings, databaseUrl: `sqlite:${join(cacheFolder(environment), 'questions.db')}` }
}

/** The first of these folders that can be written to: the user's cache, and one for temporary files. */
function cacheFolder(environment: Environment): string {
  const { XDG_CACHE_HOME: cache = '' } = environment
  const folder = join(isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'deep-research')
  if (isMade(folder)) return folder
  const temporary = join(tmpdir(), `deep-research-${userInfo().uid}`)
  // Somebody else may have made a folder of this name, to read or change what is written to it.
  if (isMade(temporary) && isOwn(temporary)) return temporary
  throw new UserError(`Neither ${folder} nor ${temporary} can be written to. Set XDG_CACHE_HOME to a folder of yours.`)
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isWritable(folder)
  } catch {
    return false
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return lstatSync(folder).isDirectory()
  } catch {
    return false
  }
}

function isOwn(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === userInfo().uid && (mode & 0o022) === 0
}
