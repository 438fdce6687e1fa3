import { API_KEY_HEADER, ENVIRONMENT, RESEARCH_PATH } from '#contract/tables.ts'
import { ConfigurationError } from './errors.ts'
import type { Hooks } from './hooks.ts'
import { createLog } from './log.ts'
import type { DeepResearchOptions, FetchInit, HeadersLike, Next, SharedOptions } from './options.ts'

/** The complete settings of a client, or of a call with the call's own options. */
export interface Settings extends Readonly<typeof DEFAULTS> {
  /** Returns the key; `refused` says that the service refused the last one. */
  readonly apiKey: (refused: boolean) => string | Promise<string>
  /** The key, if it never changes. */
  readonly knownKey: string | undefined
  readonly url: string
  readonly fetch: Next
  readonly fetchOptions: object
  readonly headers: Headers
  readonly trustIdempotencyKey: boolean
  readonly hooks: readonly (Hooks | undefined)[]
}

type Numbers = typeof DEFAULTS

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

/** All options of clients and calls that are not numbers. */
const NAMES =
  'headers fetchOptions hooks signal after idempotencyKey extraBody apiKey baseURL fetch middleware logger logLevel trustIdempotencyKey dangerouslyAllowBrowser'.split(
    ' ',
  )

/** Rejects an unknown option, because a misspelt one would be lost silently. */
function checkNames(options: object): void {
  for (const name of Object.keys(options)) {
    if (!(name in DEFAULTS || NAMES.includes(name))) throw new ConfigurationError(`There is no option ${name}.`)
  }
}

/** An environment variable, if there is an environment that may be read. */
function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim()
  } catch {
    return undefined
  }
}

/** Checks numbers and fills in the defaults. Infinity is allowed, NaN is not. */
export function numberOptions(
  given: { readonly [name in keyof Numbers]?: number | undefined },
  defaults: Numbers = DEFAULTS,
): Numbers {
  const numbers = { ...DEFAULTS }
  for (const name of Object.keys(DEFAULTS) as (keyof Numbers)[]) {
    numbers[name] = atLeast(LEAST[name] ?? 0, name, given[name] ?? defaults[name])
  }
  return numbers
}

/** Checks a number from an option. */
export function atLeast(least: number, name: string, value: unknown): number {
  if (typeof value === 'number' && value >= least) return value
  throw new ConfigurationError(`${name} must be a number of at least ${least}, not ${value}.`)
}

/** The value of an option or of its environment variable. */
function required<Value>(name: keyof typeof ENVIRONMENT, given: Value | undefined): Value | string {
  const value = given ?? environment(ENVIRONMENT[name])
  if (value) return value
  throw new ConfigurationError(`Set the option ${name} or ${ENVIRONMENT[name]}.`)
}

/** Checks that the key can be sent in a header. No message ever contains the key. */
export function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key
  throw new ConfigurationError('apiKey must be visible ASCII.')
}

function resolveKey(given: DeepResearchOptions['apiKey']): Pick<Settings, 'apiKey' | 'knownKey'> {
  const key = required('apiKey', given)
  if (typeof key === 'function') return { apiKey: (refused) => key({ refused }), knownKey: undefined }
  return { apiKey: () => key, knownKey: checkKey(key) }
}

function resolveURL(given: string | undefined): string {
  const base = required('baseURL', given)
  const { origin, pathname, protocol, username, password } = new URL(URL.canParse(base) ? base : 'no:')
  if (!/^https?:$/.test(protocol) || username || password) {
    throw new ConfigurationError('baseURL must be an http or https URL without credentials.')
  }
  return origin + pathname.replace(/\/*(\/v1\/*)?$/, '') + RESEARCH_PATH
}

/**
 * Adds headers, where later ones replace earlier ones; rejects those that cannot be sent. No message contains their
 * values.
 */
export function setHeaders(target: Headers, headers: HeadersLike = {}): Headers {
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers)
  for (const [name, value] of pairs) {
    if (name.toLowerCase() === API_KEY_HEADER) throw new ConfigurationError('Set the option apiKey, not a header.')
    try {
      if (value !== undefined) target.set(name, value)
    } catch {
      throw new ConfigurationError(`The header ${name} cannot be sent.`)
    }
  }
  return target
}

function resolveFetch({ fetch: given, middleware = [] }: DeepResearchOptions): Next {
  if (typeof (given ?? globalThis.fetch) !== 'function') throw new ConfigurationError('Set the option fetch.')
  // `fetch` is looked up at each call, because a mock or an instrumentation may replace it after the client was
  // created.
  const last = (url: string, init: FetchInit) => (given ?? globalThis.fetch)(url, init) as Promise<Response>
  return middleware.reduceRight<Next>((next, each) => (url, init) => each(url, init, next), last)
}

/**
 * Completes a client's options from the environment and the defaults.
 *
 * @throws {@link ConfigurationError} if an option is missing or invalid, or in a browser without
 * `dangerouslyAllowBrowser`
 */
export function resolveOptions(options: DeepResearchOptions): Settings {
  checkNames(options)
  if (globalThis.window?.document && options.dangerouslyAllowBrowser !== true) {
    throw new ConfigurationError(
      'A browser shows the key to everybody: relay the stream, or set dangerouslyAllowBrowser.',
    )
  }
  const { apiKey, logger, logLevel, fetchOptions = {}, hooks } = options
  return {
    ...resolveKey(apiKey),
    url: resolveURL(options.baseURL),
    fetch: resolveFetch(options),
    fetchOptions,
    headers: setHeaders(new Headers(), options.headers),
    trustIdempotencyKey: options.trustIdempotencyKey === true,
    hooks: [hooks, logger || logLevel ? createLog(logger, logLevel) : undefined],
    ...numberOptions(options),
  }
}

/** A client's settings, overridden by the options of one call. */
export function callSettings(settings: Settings, options: SharedOptions): Settings {
  checkNames(options)
  return {
    ...settings,
    ...numberOptions(options, settings),
    headers: setHeaders(new Headers(settings.headers), options.headers),
    fetchOptions: { ...settings.fetchOptions, ...options.fetchOptions },
    hooks: [...settings.hooks, options.hooks],
  }
}
