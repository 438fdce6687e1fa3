import { API_KEY_HEADER, ENVIRONMENT, RESEARCH_PATH } from '#contract/tables.ts'
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
export type ResearchParams = ResearchRequest | (ResearchRequest & { readonly [extra: string]: unknown })

type Numbers = typeof DEFAULTS

/** A client's settings, complete. */
export interface Settings extends Readonly<typeof DEFAULTS> {
  readonly apiKey: string
  readonly url: string
  readonly fetch: Fetch
  readonly headers: Headers
  readonly trustIdempotencyKey: boolean
  readonly hooks: Hooks
}

const DEFAULTS = {
  timeoutMs: 60_000,
  idleTimeoutMs: 300_000,
  maxRetries: 2,
  maxRetryAfterMs: 60_000,
  maxResumes: 5,
  maxConcurrency: Infinity,
  maxEventBytes: 16_777_216,
}

const LEAST: Partial<Record<keyof Numbers, number>> = { maxConcurrency: 1, maxEventBytes: 1 }

/** An environment variable, where there is an environment that may be read. */
function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim()
  } catch {
    return undefined
  }
}

/** Numbers as given, else as the defaults have them. Infinity is one, NaN is none. */
export function numberOptions(
  given: { readonly [name in keyof Numbers]?: number | undefined },
  defaults: Numbers = DEFAULTS,
): Numbers {
  const numbers = { ...DEFAULTS }
  for (const name of Object.keys(DEFAULTS) as (keyof Numbers)[]) {
    const value: unknown = given[name] ?? defaults[name]
    const least = LEAST[name] ?? 0
    if (!(typeof value === 'number' && value >= least)) {
      throw new ConfigurationError(`${name} must be a number of at least ${least}, not ${value}.`)
    }
    numbers[name] = value
  }
  return numbers
}

/** The value of an option, or of the variable that stands in for it. */
function required(name: keyof typeof ENVIRONMENT, given: string | undefined): string {
  const value = given ?? environment(ENVIRONMENT[name])
  if (value) return value
  throw new ConfigurationError(`Give the option ${name} or set ${ENVIRONMENT[name]}.`)
}

/** The key, which must be able to travel in a header. No message ever shows it. */
function resolveKey(given: string | undefined): string {
  const key = required('apiKey', given)
  if (/[^!-~]/.test(key)) throw new ConfigurationError('apiKey must be visible ASCII.')
  return key
}

function resolveURL(given: string | undefined): string {
  const base = required('baseURL', given)
  const { origin, pathname, protocol, username, password } = new URL(URL.canParse(base) ? base : 'no:')
  if (!/^https?:$/.test(protocol) || username || password) {
    throw new ConfigurationError('baseURL must be an http or https URL without credentials.')
  }
  return origin + pathname.replace(/\/+$/, '') + RESEARCH_PATH
}

/** Adds headers, a later one in the place of an earlier; refuses what cannot be sent. Values stay unsaid. */
export function setHeaders(target: Headers, headers: Readonly<Record<string, string>> = {}): Headers {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === API_KEY_HEADER) throw new ConfigurationError('Give the option apiKey, not a header.')
    try {
      target.set(name, value)
    } catch {
      throw new ConfigurationError(`The header ${name} cannot be sent.`)
    }
  }
  return target
}

function resolveFetch(given: Fetch | undefined): Fetch {
  if (typeof (given ?? globalThis.fetch) !== 'function') throw new ConfigurationError('Give the option fetch.')
  // Looked up at each call: what mocks or instruments fetch may come after the client was made.
  return (input, init) => (given ?? globalThis.fetch)(input, init)
}

/**
 * Completes a client's options from the environment and the defaults.
 *
 * @throws {@link ConfigurationError} where one is missing or makes no sense, or in a browser without
 * `dangerouslyAllowBrowser`.
 */
export function resolveOptions(options: DeepResearchOptions): Settings {
  if (globalThis.window?.document && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigurationError(
      'A browser shows the key to everybody: relay the stream, or set dangerouslyAllowBrowser.',
    )
  }
  return {
    apiKey: resolveKey(options.apiKey),
    url: resolveURL(options.baseURL),
    fetch: resolveFetch(options.fetch),
    headers: setHeaders(new Headers(), options.headers),
    trustIdempotencyKey: options.trustIdempotencyKey === true,
    hooks: options.hooks ?? {},
    ...numberOptions(options),
  }
}
