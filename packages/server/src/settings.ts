import { availableParallelism } from 'node:os'
import { REASONING_LEVELS } from '@deep-research/sdk/contract'
import { createTrust, type TrustProxy } from '#kernel/address.ts'
import { DIALECTS, isDatabaseUrl } from '#storage/dialects.ts'
import { LOG_LEVELS, type LogLevel } from '#telemetry/logger.ts'
import { CORPUS_SETTINGS, type CorpusReadingSettings } from './corpus-settings.ts'
import { HOSTED_SETTINGS, type HostedSettings } from './hosted-settings.ts'
import { MODEL_SETTINGS, type ModelSettings } from './model-settings.ts'
import { OPENSEARCH_SETTINGS, type OpenSearchSettings } from './opensearch-settings.ts'
import { SEARCH, type SearchSettings, WEB_SETTINGS } from './search-settings.ts'
import { SEMANTICS_SETTINGS, type SemanticsSettings } from './semantics-settings.ts'
import {
  choice,
  count,
  duration,
  limit,
  minutes,
  onOrOff,
  optional,
  type Reader,
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
  /** How many threads at most do research; 0 for the thread that serves. */
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
  /** The least severe lines that are logged. */
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

/** How each setting is read, in the order in which they are documented. */
export const SETTINGS: { [Key in keyof Omit<Settings, 'searchVariables'>]: Reader<Settings[Key]> } = {
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
    // One core is left for the thread that serves. With one core there is a thread all the same: what hangs in it holds
    // up nobody.
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
