import { ENVIRONMENT, HEADERS, RESEARCH_PATH } from '#contract/tables.ts'
import type { ResearchRequest } from '#contract/types.ts'
import { ConfigurationError } from './errors.ts'
import type { Hooks } from './hooks.ts'

/** The `fetch` that a client calls: the platform's, or one with a proxy, an agent or a certificate of its own. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** Settings of a client. Durations are milliseconds. */
export interface DeepResearchOptions {
  /** @defaultValue the environment variable `DEEP_RESEARCH_API_KEY` */
  readonly apiKey?: string | undefined
  /** Where the service is, without `/v1`. @defaultValue the environment variable `DEEP_RESEARCH_BASE_URL` */
  readonly baseURL?: string | undefined
  /** @defaultValue the platform's `fetch` */
  readonly fetch?: Fetch | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How long one try may wait for response headers; 0 = for ever. @defaultValue 60_000 */
  readonly timeoutMs?: number | undefined
  /**
   * How much silence a stream may keep while it is being read; comments count as activity, a slow consumer does not
   * count. 0 = for ever. @defaultValue 300_000
   */
  readonly idleTimeoutMs?: number | undefined
  /** How often a request that surely cost nothing is sent again. @defaultValue 2 */
  readonly maxRetries?: number | undefined
  /** A longer `Retry-After` is thrown at once instead of waited for. @defaultValue 60_000 */
  readonly maxRetryAfterMs?: number | undefined
  /** The service honours `Idempotency-Key`: failures that leave it open whether it was charged are retried too. @defaultValue false */
  readonly trustIdempotencyKey?: boolean | undefined
  /** Reconnections of one stream, only where the service offers them. @defaultValue 5 */
  readonly maxResumes?: number | undefined
  /** Requests in flight; a place is held until its stream ends. @defaultValue Infinity */
  readonly maxConcurrency?: number | undefined
  /** What one event may take, in bytes. @defaultValue 16_777_216 */
  readonly maxEventBytes?: number | undefined
  readonly hooks?: Hooks | undefined
  /** A browser shows the key to everybody who opens the page. @defaultValue false */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** What one request may set for itself; the rest is the client's. */
export interface RequestOptions {
  /** Ends the request, its waits and its stream; everything rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly timeoutMs?: number | undefined
  readonly idleTimeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
}

/** What to research. Further fields are sent as they are. */
export type ResearchParams = ResearchRequest & { readonly [extra: string]: unknown }

/** A client's settings, complete. */
export interface Settings {
  readonly apiKey: string
  readonly url: string
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly idleTimeoutMs: number
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly trustIdempotencyKey: boolean
  readonly maxResumes: number
  readonly maxConcurrency: number
  readonly maxEventBytes: number
  readonly hooks: Hooks
}

export const DEFAULT_IDLE_TIMEOUT_MS = 300_000
export const DEFAULT_MAX_EVENT_BYTES = 16 * 1024 * 1024

/** An environment variable, where there is an environment that may be read. */
function environment(name: string): string | undefined {
  try {
    const value = globalThis.process?.env?.[name]?.trim()
    return value === '' ? undefined : value
  } catch {
    return undefined
  }
}

function isBrowser(): boolean {
  return 'window' in globalThis && typeof globalThis.window?.document === 'object' && 'navigator' in globalThis
}

/** A number of at least `least`; Infinity is one, NaN is none. */
export function numberOption(name: string, given: number | undefined, fallback: number, least = 0): number {
  const value = given ?? fallback
  if (typeof value === 'number' && value >= least) return value
  throw new ConfigurationError(`${name} must be a number of at least ${least}, not ${String(value)}.`)
}

/** The key, which must be able to travel in a header. No message ever shows it. */
function resolveKey(given: string | undefined): string {
  const key = given ?? environment(ENVIRONMENT.apiKey)
  if (key === undefined || key === '') {
    throw new ConfigurationError(`There is no API key: give the option apiKey or set ${ENVIRONMENT.apiKey}.`)
  }
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key
  throw new ConfigurationError('apiKey must be a string of visible ASCII characters, without spaces or line breaks.')
}

function resolveURL(given: string | undefined): string {
  const base = given ?? environment(ENVIRONMENT.baseURL)
  if (base === undefined || base === '') {
    throw new ConfigurationError(`There is no base URL: give the option baseURL or set ${ENVIRONMENT.baseURL}.`)
  }
  const url = URL.canParse(base) ? new URL(base) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ConfigurationError('baseURL must be an http or https URL without user name and password.')
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${RESEARCH_PATH}`
}

/** Refuses headers that cannot be sent, before anything is sent. Their values stay unsaid. */
export function checkHeaders(headers: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      new Headers([[name, value]])
    } catch {
      throw new ConfigurationError(`The header ${JSON.stringify(name)} has a name or a value that cannot be sent.`)
    }
    if (name.toLowerCase() === HEADERS.apiKey) {
      throw new ConfigurationError('The key is given by the option apiKey, not by a header.')
    }
  }
  return headers ?? {}
}

function resolveFetch(given: Fetch | undefined): Fetch {
  if (typeof given === 'function') return (input, init) => given(input, init)
  // Looked up at each call: what mocks or instruments fetch may come after the client was made.
  if (given === undefined && typeof globalThis.fetch === 'function')
    return (input, init) => globalThis.fetch(input, init)
  throw new ConfigurationError('There is no fetch here: give the option fetch.')
}

/**
 * Completes a client's options from the environment and the defaults.
 *
 * @throws {@link ConfigurationError} where one is missing or makes no sense, or in a browser without
 * `dangerouslyAllowBrowser`.
 */
export function resolveOptions(options: DeepResearchOptions): Settings {
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigurationError(
      'In a browser everybody could read the key. Call the service from a backend and relay the stream ' +
        '(toReadableStream there, readResearchStream here), or set dangerouslyAllowBrowser.',
    )
  }
  return {
    apiKey: resolveKey(options.apiKey),
    url: resolveURL(options.baseURL),
    fetch: resolveFetch(options.fetch),
    headers: checkHeaders(options.headers),
    timeoutMs: numberOption('timeoutMs', options.timeoutMs, 60_000),
    idleTimeoutMs: numberOption('idleTimeoutMs', options.idleTimeoutMs, DEFAULT_IDLE_TIMEOUT_MS),
    maxRetries: numberOption('maxRetries', options.maxRetries, 2),
    maxRetryAfterMs: numberOption('maxRetryAfterMs', options.maxRetryAfterMs, 60_000),
    trustIdempotencyKey: options.trustIdempotencyKey === true,
    maxResumes: numberOption('maxResumes', options.maxResumes, 5),
    maxConcurrency: numberOption('maxConcurrency', options.maxConcurrency, Number.POSITIVE_INFINITY, 1),
    maxEventBytes: numberOption('maxEventBytes', options.maxEventBytes, DEFAULT_MAX_EVENT_BYTES, 1),
    hooks: options.hooks ?? {},
  }
}
