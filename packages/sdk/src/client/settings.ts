import { API_KEY_HEADER, ENVIRONMENT, RESEARCH_PATH } from '#contract/tables.ts'
import { ConfigurationError, must } from './configuration-error.ts'
import type { Hooks } from './hooks.ts'
import { createLog, type LogLevel } from './log.ts'
import type { CallOptions, DeepResearchOptions, FetchInit, HeadersLike, Next } from './options.ts'
import { createPlaces, type Places } from './places.ts'

/** The complete settings of a client, or of a call with the call's own options. */
export interface Settings extends Readonly<Numbers> {
  readonly apiKey: NonNullable<DeepResearchOptions['apiKey']>
  readonly url: string
  readonly fetch: Next
  readonly fetchOptions: object
  readonly headers: Headers
  readonly hooks: readonly (Hooks | undefined)[]
  /** Shared by all calls of the client. */
  readonly places: Places
}

type Numbers = typeof DEFAULTS

const DEFAULTS = {
  timeoutMs: 60_000,
  idleTimeoutMs: 300_000,
  maxConcurrency: Infinity,
  maxEventBytes: 16_777_216,
  retry: { limit: 2, maxRetryAfterMs: 60_000, unknownOutcome: false },
  resume: { limit: Infinity, giveUpAfterMs: 60_000 },
}

/** The names that options had, and the group and the name that they have now. */
const RENAMED: Partial<Record<string, readonly ['retry' | 'resume', string]>> = {
  maxRetries: ['retry', 'limit'],
  maxRetryAfterMs: ['retry', 'maxRetryAfterMs'],
  trustIdempotencyKey: ['retry', 'unknownOutcome'],
  maxResumes: ['resume', 'limit'],
}

const LEAST: Partial<Record<string, number>> = { maxConcurrency: 1, maxEventBytes: 1 }

/**
 * Checks the options that are numbers, or groups of them, and fills in the defaults. Infinity is allowed, NaN is not. An
 * option with another name is rejected, because a misspelt one would be lost silently.
 */
export function numberOptions<All extends Numbers>(given: object, defaults: All = DEFAULTS as All): All {
  return merged(given, defaults, DEFAULTS) as All
}

function merged(given: object, defaults: object, known: object, path = ''): object {
  const numbers: Record<string, unknown> = { ...defaults }
  for (const [name, value] of Object.entries(given)) {
    const [group, newName = ''] = (!path && RENAMED[name]) || []
    const key = group ?? name
    if (!(key in known)) throw new ConfigurationError(`There is no option ${path}${name}.`)
    const before = numbers[key]
    if (typeof before === 'object') {
      must(group || typeof Object(value) === typeof value || value === undefined, key, 'an object')
      const inner = group ? { [newName]: value } : (value ?? {})
      numbers[key] = merged(inner, Object(before), Object(before), `${key}.`)
    } else {
      const chosen = value ?? before
      const least = LEAST[name] ?? 0
      const what = typeof before === 'boolean' ? 'true or false' : `a number of at least ${least}`
      const fits = typeof chosen === typeof before && (chosen as number) >= least
      must(fits, `${path}${name}`, `${what}, not ${value}`)
      numbers[key] = chosen
    }
  }
  return numbers
}

/** An environment variable, if there is an environment that may be read. */
function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim()
  } catch {
    return undefined
  }
}

/** The value of an option or of its environment variable. */
function required<Value>(name: 'apiKey' | 'baseURL', given: Value | undefined): Value | string {
  const variable = ENVIRONMENT[name]
  const value = given ?? environment(variable)
  must(value, `${name} or ${variable}`, 'set')
  return value
}

/** Checks that the key can be sent in a header. No message ever contains the key. */
export function checkKey(key: unknown): string {
  must(typeof key === 'string' && /^[!-~]+$/.test(key), 'apiKey', 'visible ASCII')
  return key
}

function resolveURL(given: string | undefined): string {
  const text = required('baseURL', given)
  // `URL.parse` is not in every browser.
  const url = URL.canParse(text) ? new URL(text) : undefined
  must(/^https?:\/\/[^/@]+\//.test(`${url}`), 'baseURL', 'an http or https URL without credentials')
  return `${url?.origin}${url?.pathname.replace(/(?<!\/)\/*(\/v1\/*)?$/, '')}${RESEARCH_PATH}`
}

/**
 * Adds headers, where later ones replace earlier ones; rejects those that cannot be sent. No message contains their
 * values.
 */
export function setHeaders(earlier: Headers | undefined, headers: HeadersLike = {}): Headers {
  const target = new Headers(earlier)
  for (const [name, value] of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    must(name.toLowerCase() !== API_KEY_HEADER, 'The key', 'the option apiKey, not a header')
    try {
      if (value !== undefined) target.set(name, value)
    } catch {
      must(false, `The header ${name}`, 'one that can be sent')
    }
  }
  return target
}

function resolveFetch(given: DeepResearchOptions['fetch'], middleware: DeepResearchOptions['middleware'] = []): Next {
  must(typeof (given ?? globalThis.fetch) === 'function', 'fetch', 'a function')
  // `fetch` is looked up at each call, because a mock or an instrumentation may replace it after the client was
  // created.
  const last = (url: string, init: FetchInit) => (given ?? globalThis.fetch)(url, init) as Promise<Response>
  return middleware.reduceRight<Next>((next, each) => (url, init) => each(url, init, next), last)
}

/** Whether this is a page, or a worker of one. Deno has workers too, but no page. */
function isBrowser(): boolean {
  const { window, WorkerNavigator, Deno } = globalThis as { window?: Window; WorkerNavigator?: object; Deno?: object }
  return window?.document !== undefined || (WorkerNavigator !== undefined && Deno === undefined)
}

/**
 * Completes a client's options from the environment and the defaults.
 *
 * @throws {@link ConfigurationError} if an option is missing or invalid, or in a browser without
 * `dangerouslyAllowBrowser`
 */
export function resolveOptions(options: DeepResearchOptions): Settings {
  const { apiKey, baseURL, fetch, middleware, headers, fetchOptions = {}, hooks, ...others } = options
  const { logger, logLevel, dangerouslyAllowBrowser, ...numbers } = others
  must(
    dangerouslyAllowBrowser === true || !isBrowser(),
    'To keep the key out of the browser, relay the stream (README, "Browsers"); otherwise dangerouslyAllowBrowser',
    'true',
  )
  const key = required('apiKey', apiKey)
  const resolved = numberOptions<Numbers>(numbers)
  return {
    ...resolved,
    apiKey: typeof key === 'function' ? key : checkKey(key),
    url: resolveURL(baseURL),
    fetch: resolveFetch(fetch, middleware),
    fetchOptions,
    headers: setHeaders(undefined, headers),
    hooks: [hooks, createLog(logger, logLevel ?? (environment(ENVIRONMENT.logLevel) as LogLevel | undefined))],
    places: createPlaces(resolved.maxConcurrency),
  }
}

/** A client's settings, overridden by the options of one call. */
export function callSettings(
  settings: Settings,
  { signal, headers, fetchOptions, hooks, ...numbers }: CallOptions,
): Settings {
  return {
    ...numberOptions(numbers, settings),
    headers: setHeaders(settings.headers, headers),
    fetchOptions: { ...settings.fetchOptions, ...fetchOptions },
    hooks: [...settings.hooks, hooks],
  }
}
