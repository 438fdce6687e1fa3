import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UserError } from '#kernel/user-error.ts'
import { checkSecret, checkTogether } from './check-settings.ts'
import { SEARCH_VARIABLES } from './search-settings.ts'
import { type Environment, masked, type Problems, readOne } from './setting-readers.ts'
import { SETTINGS, type Settings } from './settings.ts'

export type { Settings } from './settings.ts'

/** The variables of the process, on top of those in the folder's `.env` file, if there is one. */
export function readEnvironment(folder = process.cwd(), environment: Environment = process.env): Environment {
  return { ...readSettingsFile(folder), ...environment }
}

/** The variables in a folder's `.env` file; none if there is no file. */
export function readSettingsFile(folder: string): Environment {
  const file = `${folder}/.env`
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/**
 * Reads the settings from an environment; an empty variable counts as missing.
 * @throws {@link UserError} naming each wrong variable, its value, and what it accepts.
 */
export function readSettings(environment: Environment): Settings {
  const { settings, problems } = trySettings(environment)
  assertNone([...problems.values()])
  return settings as Settings
}

/** What is wrong with the settings of a service, each in a sentence that says what to do. */
export function settingProblems(environment: Environment): string[] {
  const { settings, problems } = trySettings(environment)
  checkSecret(settings, problems)
  return [...problems.values()]
}

function assertNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new UserError(problems.join(' '))
}

/** The settings without those that are wrong. */
function trySettings(environment: Environment): { settings: Partial<Settings>; problems: Problems } {
  const problems: Problems = new Map()
  const entries = Object.entries(SETTINGS).map(([key, reader]) => [key, readOne(reader, environment, problems)])
  const searchVariables = Object.fromEntries(
    SEARCH_VARIABLES.map((reader) => [reader.name, readOne(reader, environment, problems)]),
  )
  const settings: Partial<Settings> = { ...Object.fromEntries(entries), searchVariables }
  checkTogether(settings, problems)
  return { settings, problems }
}

/**
 * The effective values of a service as text, by variable name, with secrets masked.
 * @throws {@link UserError} as {@link readSettings} does, and where the service lacks a secret.
 */
export function showSettings(environment: Environment): Record<string, string> {
  assertNone(settingProblems(environment))
  return Object.fromEntries(
    [...Object.values(SETTINGS), ...SEARCH_VARIABLES].map(({ name, fallback, secret }) => {
      const text = environment[name] || fallback
      return [name, masked(text, secret)]
    }),
  )
}

/** What a person needs to know to write a setting down. */
export interface SettingFacts {
  name: string
  fallback: string
  /** What it accepts, such as `a port from 0 to 65535`. */
  takes: string
}

/** All settings, in the order in which they are documented. */
export function listSettings(): SettingFacts[] {
  return [...Object.values(SETTINGS), ...SEARCH_VARIABLES].map(({ name, fallback, takes }) => ({
    name,
    fallback,
    takes,
  }))
}
