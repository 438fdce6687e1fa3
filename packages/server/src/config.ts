import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UserError } from '#kernel/user-error.ts'
import { isDatabaseUrl } from '#storage/connect.ts'
import { LOG_LEVELS, type LogLevel } from '#telemetry/logger.ts'

/** What the service is told from outside. Durations are milliseconds. */
export interface Settings {
  host: string
  /** 0 takes any free port. */
  port: number
  /** `sqlite:<path>` or `postgres://…`. */
  databaseUrl: string
  /** Folders and files, comma-separated; undefined stands for the corpus that comes with the engine. */
  corpus: string | undefined
  corpusBaseUrl: string | undefined
  keepAliveMs: number
  /** How long the events of an ended request are kept. */
  resumeWindowMs: number
  /** How long research goes on without its client. */
  disconnectGraceMs: number
  researchTimeoutMs: number
  /** Failed credentials that an address has free a minute; 0 sets no limit. */
  failedKeysPerMinute: number
  /** Connections that an address may have at once; 0 sets no limit. */
  connectionsPerAddress: number
  logLevel: LogLevel
  /** Whether `/metrics` is served, on loopback. */
  metrics: boolean
}

/** Variables by name, as a process has them. */
export type Environment = Record<string, string | undefined>

/** How one variable is read: its default, what it takes, and what becomes of it (undefined: not taken). */
interface Reader<Value> {
  name: string
  fallback: string
  takes: string
  read: (text: string) => Value | undefined
  secret?: boolean
}

const MAX_TIMER = 2_147_483_647
const MAX_LIMIT = 1_000_000

const SETTINGS: { [Key in keyof Settings]: Reader<Settings[Key]> } = {
  host: { name: 'HOST', fallback: '127.0.0.1', takes: 'a host name or address', read: (text) => text },
  port: { name: 'PORT', fallback: '8080', takes: 'a port from 0 to 65535', read: wholeNumber(0, 65_535) },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: 'sqlite:.data/deep-research.db',
    takes: 'sqlite:<path> or postgres://user:password@host/database',
    read: (text) => (isDatabaseUrl(text) ? text : undefined),
    secret: true,
  },
  corpus: {
    name: 'CORPUS',
    fallback: '',
    takes: 'folders and files, comma-separated',
    read: optional((text) => text),
  },
  corpusBaseUrl: {
    name: 'CORPUS_BASE_URL',
    fallback: '',
    takes: 'an http or https URL',
    read: optional((text) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined)),
  },
  keepAliveMs: duration('STREAM_KEEPALIVE_MS', '15000'),
  resumeWindowMs: duration('RESUME_WINDOW_MS', '600000'),
  disconnectGraceMs: duration('DISCONNECT_GRACE_MS', '10000', 0),
  researchTimeoutMs: duration('RESEARCH_TIMEOUT_MS', '1800000'),
  failedKeysPerMinute: limit('FAILED_KEYS_PER_MINUTE', '100'),
  connectionsPerAddress: limit('CONNECTIONS_PER_ADDRESS', '256'),
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    takes: LOG_LEVELS.join(', '),
    read: (text) => LOG_LEVELS.find((level) => level === text),
  },
  metrics: {
    name: 'METRICS',
    fallback: 'on',
    takes: 'on or off',
    read: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  },
}

/** A process's variables over those of a `.env` file in the folder, which may be missing. */
export function readEnvironment(folder = process.cwd(), environment: Environment = process.env): Environment {
  const file = `${folder}/.env`
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : { ...environment }
}

/**
 * The settings that an environment holds; an empty variable counts as missing.
 * @throws {@link UserError} naming the first variable that is wrong, what it got and what it takes.
 */
export function readSettings(environment: Environment): Settings {
  const entries = Object.entries(SETTINGS).map(([key, reader]) => [key, readOne(reader, environment)])
  return Object.fromEntries(entries) as Settings
}

/** The effective values by variable name, as text, with what is secret masked. */
export function showSettings(environment: Environment): Record<string, string> {
  readSettings(environment)
  return Object.fromEntries(
    Object.values(SETTINGS).map(({ name, fallback, secret }) => {
      const text = environment[name] || fallback
      return [name, secret ? maskPassword(text) : text]
    }),
  )
}

function readOne({ name, fallback, takes, read, secret }: Reader<unknown>, environment: Environment): unknown {
  const text = environment[name] || fallback
  const value = read(text)
  if (value !== undefined || text === '') return value
  throw new UserError(`${name} is ${JSON.stringify(secret ? maskPassword(text) : text)}; it takes ${takes}.`)
}

function duration(name: string, fallback: string, min = 1): Reader<number> {
  return { name, fallback, takes: `milliseconds, from ${min} to ${MAX_TIMER}`, read: wholeNumber(min, MAX_TIMER) }
}

function limit(name: string, fallback: string): Reader<number> {
  return { name, fallback, takes: `a number from 0 (no limit) to ${MAX_LIMIT}`, read: wholeNumber(0, MAX_LIMIT) }
}

function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

function optional<Value>(read: (text: string) => Value | undefined): (text: string) => Value | undefined {
  return (text) => (text === '' ? undefined : read(text))
}

function maskPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:***@')
}
