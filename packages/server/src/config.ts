import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseEnv } from 'node:util'
import { SEARCH_PROVIDERS } from '@deep-research/engine'
import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import { createTrust, type TrustProxy } from '#kernel/address.ts'
import { UserError } from '#kernel/user-error.ts'
import { McpSourcesError, readMcpSources } from '#mcp/sources.ts'
import { DIALECTS, dialectOf, isDatabaseUrl } from '#storage/dialects.ts'
import { LOG_LEVELS, type LogLevel } from '#telemetry/logger.ts'
import { CORPUS_SETTINGS, type CorpusReadingSettings } from './corpus-settings.ts'
import { HOSTED_SETTINGS, type HostedSettings } from './hosted-settings.ts'
import { MODEL_SETTINGS, type ModelSettings } from './model-settings.ts'
import { OPENSEARCH_SETTINGS, type OpenSearchSettings } from './opensearch-settings.ts'
import {
  mcpServerOf,
  SEARCH,
  SEARCH_VARIABLES,
  type SearchSettings,
  searchVariables,
  WEB_SETTINGS,
} from './search-settings.ts'
import { SEMANTICS_SETTINGS, type SemanticsSettings } from './semantics-settings.ts'
import {
  choice,
  count,
  duration,
  type Environment,
  limit,
  masked,
  minutes,
  onOrOff,
  optional,
  type Problems,
  type Reader,
  readOne,
  serverUrl,
  timeSpan,
  wholeNumber,
} from './setting-readers.ts'
import { SIGN_IN_SETTINGS, type SignInSettings } from './sign-in-settings.ts'
import { TRACING_SETTINGS, type TracingSettings } from './tracing-settings.ts'

/** The settings of the service. Durations are milliseconds. */
export interface Settings
  extends CorpusReadingSettings,
    HostedSettings,
    ModelSettings,
    OpenSearchSettings,
    SearchSettings,
    SemanticsSettings,
    SignInSettings,
    TracingSettings {
  /** The address to listen on. */
  host: string
  /** 0 means any free port. */
  port: number
  /** A URL of one of the storage dialects. */
  databaseUrl: string
  /** The Redis server over which several processes work together; undefined means that this is the only one. */
  redisUrl: string | undefined
  /** What this process does of the work: `api` answers requests, `worker` does the research. */
  role: 'all' | 'api' | 'worker'
  /** How many requests this process works on at once, where several share the work. */
  runsAtOnce: number
  /** In how many threads at most research in the corpus is done; 0 for the thread that serves. */
  engineWorkers: number
  /** How long a thread of the engine may give no sign of life, in milliseconds; then it is ended. */
  engineSilenceMs: number
  /** How this service identifies itself to the sites whose pages it reads. */
  userAgent: string
  /** Silence after which a stream gets a comment, in milliseconds. */
  keepAliveMs: number
  /** How long the events of an ended request are kept. */
  resumeWindowMs: number
  /** How long the end of a request and its result are kept; with 0, no longer than the resume window. */
  resultRetentionMs: number
  /** How long research continues without its client. */
  disconnectGraceMs: number
  /** Minutes that research with a model or the web may take at low, medium and high. */
  researchMinutes: readonly number[]
  /** The longest that a request may take, in milliseconds. */
  researchTimeoutMs: number
  /** Whether clients of OpenAI may ask, under `/openai/v1`. */
  openaiClients: boolean
  /** How many invalid credentials an address may send a minute; 0 sets no limit. */
  failedKeysPerMinute: number
  /** How many connections an address may have at once; 0 sets no limit. */
  connectionsPerAddress: number
  /** The proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustProxy: TrustProxy | undefined
  /** What is logged: this, and what is worse. */
  logLevel: LogLevel
  /** Whether `/metrics` is served, to this machine only. */
  metrics: boolean
  /** A port with `/metrics` and the probes for other machines; undefined for none. */
  metricsPort: number | undefined
  /** The mail server, such as `smtp://user:password@host:587`; undefined means that the service sends no mail. */
  smtpUrl: string | undefined
  /** The sender of messages. */
  mailFrom: string | undefined
  /** The URL that browsers use, without a trailing slash; undefined means the address on which the service listens. */
  publicUrl: string | undefined
}

/** Each thread reads the whole corpus by itself: more of them than the largest machines have cores are a typing error. */
const MOST_WORKERS = 256

const SETTINGS: { [Key in keyof Omit<Settings, 'searchVariables'>]: Reader<Settings[Key]> } = {
  host: { name: 'HOST', fallback: '127.0.0.1', takes: 'a host name or address', read: (text) => text },
  port: { name: 'PORT', fallback: '8080', takes: 'a port from 0 to 65535', read: wholeNumber(0, 65_535) },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: 'sqlite:.data/deep-research.db',
    takes: DIALECTS.map(({ urlForm }) => urlForm).join(' or '),
    read: (text) => (isDatabaseUrl(text) ? text : undefined),
    secret: 'parts',
  },
  redisUrl: serverUrl('REDIS_URL', 'redis', 'user:password@host:6379'),
  role: choice('ROLE', ['all', 'api', 'worker']),
  runsAtOnce: count('RUNS_AT_ONCE', '100', { of: 'requests', min: 1, max: 10_000 }),
  ...CORPUS_SETTINGS,
  engineWorkers: {
    name: 'ENGINE_WORKERS',
    // One core is for the thread that serves; but what hangs in a thread of its own holds up nobody.
    fallback: String(Math.min(MOST_WORKERS, Math.max(1, availableParallelism() - 1))),
    takes: `a number of threads from 0 to ${MOST_WORKERS}`,
    read: wholeNumber(0, MOST_WORKERS),
  },
  engineSilenceMs: duration('ENGINE_SILENCE_MS', '20000', 1_000),
  ...OPENSEARCH_SETTINGS,
  search: SEARCH,
  ...WEB_SETTINGS,
  userAgent: {
    name: 'WEB_USER_AGENT',
    fallback: 'deep-research/0.1 (research service)',
    takes: 'a line of visible ASCII characters',
    read: (text) => (/^[\x20-\x7e]{1,200}$/.test(text) ? text : undefined),
  },
  ...MODEL_SETTINGS,
  ...HOSTED_SETTINGS,
  ...SEMANTICS_SETTINGS,
  keepAliveMs: duration('STREAM_KEEPALIVE_MS', '15000'),
  resumeWindowMs: duration('RESUME_WINDOW_MS', '600000'),
  resultRetentionMs: {
    name: 'RESULT_RETENTION',
    fallback: '30d',
    takes: '0, or a number of days, hours or minutes up to ten years, such as 30d, 12h or 90m',
    read: timeSpan,
  },
  disconnectGraceMs: duration('DISCONNECT_GRACE_MS', '10000', 0),
  researchMinutes: minutes('RESEARCH_MINUTES', Object.keys(REASONING_LEVELS), '2,5,15'),
  researchTimeoutMs: duration('RESEARCH_TIMEOUT_MS', '1800000'),
  openaiClients: onOrOff('OPENAI_CLIENTS', 'off'),
  failedKeysPerMinute: limit('FAILED_KEYS_PER_MINUTE', '100'),
  connectionsPerAddress: limit('CONNECTIONS_PER_ADDRESS', '256'),
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: '',
    takes: 'a comma-separated list of addresses and ranges such as 10.0.0.0/8',
    read: optional((text) => createTrust(text.split(',').map((part) => part.trim()))),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    takes: `one of ${LOG_LEVELS.join(', ')}`,
    read: (text) => LOG_LEVELS.find((level) => level === text),
  },
  metrics: onOrOff('METRICS', 'on'),
  metricsPort: {
    name: 'METRICS_PORT',
    fallback: '',
    takes: 'a port from 0 to 65535 that nobody outside can reach',
    read: optional(wholeNumber(0, 65_535)),
  },
  ...TRACING_SETTINGS,
  ...SIGN_IN_SETTINGS,
  smtpUrl: serverUrl('SMTP_URL', 'smtp', 'user:password@host:587'),
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    takes: "the sender's address, such as Research <research@example.com>",
    read: optional((text) => (/^[^\r\n]*[^\s@<]@[^\s@>]+>?$/.test(text) ? text : undefined)),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    takes: 'an http or https URL without a path',
    read: optional((text) => (/^https?:\/\/[^/?#@]+\/?$/.test(text) ? URL.parse(text)?.origin : undefined)),
    secret: 'parts',
  },
}

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
  if (problems.length > 0) throw new UserError(problems.join(' '))
  return settings as Settings
}

/** What is wrong with the settings of an environment, each in a sentence that says what to do. */
export function settingProblems(environment: Environment): string[] {
  return trySettings(environment).problems
}

/** The settings without those that are wrong. */
function trySettings(environment: Environment): { settings: Partial<Settings>; problems: string[] } {
  const problems: Problems = new Map()
  const entries = Object.entries(SETTINGS).map(([key, reader]) => [key, readOne(reader, environment, problems)])
  const searchVariables = Object.fromEntries(
    SEARCH_VARIABLES.map((reader) => [reader.name, readOne(reader, environment, problems)]),
  )
  const settings: Partial<Settings> = { ...Object.fromEntries(entries), searchVariables }
  checkTogether(settings, problems)
  return { settings, problems: [...problems.values()] }
}

/** Notes each setting that is missing although another one needs it, and those that do not go together. */
function checkTogether(settings: Partial<Settings>, problems: Problems): void {
  const { llm = 'none', role = 'all', search = [], databaseUrl } = settings
  const dialect = databaseUrl === undefined ? undefined : dialectOf(databaseUrl)
  const needed: [keyof typeof SETTINGS, string, boolean][] = [
    ['authSecret', dialect?.name ?? '', dialect?.keepsSecret === false],
    ['redisUrl', `ROLE=${role}`, role !== 'all'],
    ['llmBaseUrl', `LLM=${llm}`, llm === 'openai-compatible'],
    ['embeddingsModel', 'EMBEDDINGS_BASE_URL', settings.embeddingsBaseUrl !== undefined],
    ['mailFrom', 'SMTP_URL', settings.smtpUrl !== undefined],
    ['publicUrl', 'SMTP_URL', settings.smtpUrl !== undefined],
    // Without a confirmation anybody could claim an address of the domain.
    ['smtpUrl', 'SIGN_UP_DOMAINS', settings.signUpDomains !== undefined],
    ['oidcClientId', 'OIDC_ISSUER', settings.oidcIssuer !== undefined],
    ['oidcClientSecret', 'OIDC_ISSUER', settings.oidcIssuer !== undefined],
    ['publicUrl', 'OIDC_ISSUER', settings.oidcIssuer !== undefined],
    ['llmApiKey', `LLM=${llm}`, llm === 'anthropic'],
    ['llmModel', `LLM=${llm}`, llm !== 'none'],
    ...neededByFast(settings),
    ['pageReader', 'PAGE_READER_URL', settings.pageReaderUrl !== undefined],
    ['pageReader', 'PAGE_READER_KEY', settings.pageReaderKey !== undefined],
    ['mcpSources', 'SEARCH with mcp:', search.some((name) => mcpServerOf(name) !== undefined)],
    ['backendApiKey', `BACKEND=${settings.backend}`, settings.backend !== undefined],
    ...OF_A_BACKEND.map((setting): [keyof typeof SETTINGS, string, boolean] => [
      'backend',
      SETTINGS[setting].name,
      settings[setting] !== undefined,
    ]),
    ['llmPrices', 'LLM_DOLLARS', settings.llmDollars !== undefined],
    ['llmPrices', 'LLM_FAST_PRICES', settings.llmFastPrices !== undefined],
  ]
  for (const [setting, who, needs] of needed) {
    if (needs && settings[setting] === undefined) noteMissing(SETTINGS[setting], who, problems)
  }
  const given = searchVariables(settings)
  const readers: readonly Reader<unknown>[] = [...SEARCH_VARIABLES, ...Object.values(SETTINGS)]
  for (const { name, needs } of SEARCH_PROVIDERS.filter((provider) => search.includes(provider.name))) {
    for (const { variable, optional } of Object.values(needs)) {
      const reader = readers.find((each) => each.name === variable)
      if (reader && !optional && given[variable] === undefined) noteMissing(reader, `SEARCH with ${name}`, problems)
    }
  }
  if (settings.redisUrl !== undefined && dialect?.shared === false)
    problems.set(
      'REDIS_URL',
      'REDIS_URL needs a database that several processes can use; set DATABASE_URL to postgres://….',
    )
  checkAmounts(settings, problems)
  checkMcpSources(settings, problems)
  if (settings.verify === 'llm' && settings.llm === 'none')
    problems.set(
      'VERIFY',
      'VERIFY is "llm", which needs a model, but LLM is "none"; set LLM, or set VERIFY to lexical.',
    )
}

/** Notes what is wrong with the servers of the Model Context Protocol, and those that are searched and are none of them. */
function checkMcpSources({ mcpSources, search = [] }: Partial<Settings>, problems: Problems): void {
  if (mcpSources === undefined) return
  try {
    const known = Object.keys(readMcpSources(mcpSources))
    const missing = search.flatMap((name) => mcpServerOf(name) ?? []).filter((name) => !known.includes(name))
    if (missing.length > 0)
      problems.set(
        'SEARCH',
        `SEARCH names mcp:${missing.join(', mcp:')}, but MCP_SOURCES has only ${known.join(', ') || 'no server'}; name one of them.`,
      )
  } catch (error) {
    if (!(error instanceof McpSourcesError)) throw error
    problems.set('MCP_SOURCES', `MCP_SOURCES ${error.message}`)
  }
}
/** What says nothing without the service that it is for. */
const OF_A_BACKEND = ['backendApiKey', 'backendBaseUrl', 'backendModel'] as const

/** What the fast model's own endpoint needs. */
function neededByFast({
  llm = 'none',
  llmFast,
  llmFastBaseUrl,
}: Partial<Settings>): [keyof typeof SETTINGS, string, boolean][] {
  const kind = llmFast ?? llm
  const isOwn = llmFast !== undefined || llmFastBaseUrl !== undefined
  const who = llmFast === undefined ? 'LLM_FAST_BASE_URL' : `LLM_FAST=${llmFast}`
  return [
    ['llmModel', who, isOwn],
    ['llmFastModel', who, isOwn],
    ['llmFastBaseUrl', who, isOwn && kind === 'openai-compatible'],
    ['llmFastApiKey', who, isOwn && kind === 'anthropic'],
  ]
}

/** Notes amounts that do not go together. */
function checkAmounts(settings: Partial<Settings>, problems: Problems): void {
  const { llmMaxOutputTokens = 0, llmContextTokens = 0, researchMinutes = [], researchTimeoutMs = 0 } = settings
  if (llmContextTokens > 0 && llmMaxOutputTokens > llmContextTokens / 2)
    problems.set(
      'LLM_MAX_OUTPUT_TOKENS',
      `LLM_MAX_OUTPUT_TOKENS is ${llmMaxOutputTokens}, more than half of LLM_CONTEXT_TOKENS (${llmContextTokens}); set it to less, or LLM_CONTEXT_TOKENS to what the model's context holds.`,
    )
  const isDefault = researchMinutes.join() === SETTINGS.researchMinutes.fallback
  const longest = isDefault ? 0 : Math.max(0, ...researchMinutes)
  if (researchTimeoutMs > 0 && longest * 60_000 > researchTimeoutMs)
    problems.set(
      'RESEARCH_MINUTES',
      `RESEARCH_MINUTES has ${longest} minutes, but RESEARCH_TIMEOUT_MS ends research after ${researchTimeoutMs} ms; set RESEARCH_TIMEOUT_MS to more, or the minutes to less.`,
    )
}

/** Notes a missing variable, unless a problem with it was noted already. */
function noteMissing({ name, takes }: Reader<unknown>, who: string, problems: Problems): void {
  if (!problems.has(name)) problems.set(name, `${name} is missing, but ${who} needs it; set it to ${takes}.`)
}

/** The effective values as text, by variable name, with secrets masked. */
export function showSettings(environment: Environment): Record<string, string> {
  readSettings(environment)
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
