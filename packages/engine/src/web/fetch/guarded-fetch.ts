import { type IncomingMessage, request } from 'node:http'
import { isIP } from 'node:net'
import { type HostRules, hostFilter } from '#http/host-rules.ts'
import { type Destination, type Dial, type Resolve, systemDial, systemResolve } from './dial.ts'
import { FetchFailure } from './failure.ts'
import { type BodyLimits, readBody } from './read-body.ts'
import { hostOf, isPublicAddress, parseWebAddress } from './web-address.ts'

export interface FetchLimits extends BodyLimits {
  /** Milliseconds for one page with all its redirects. */
  ms: number
  redirects: number
}

/** Five mebibytes in ten seconds: more is no article. Longer chains of redirects go in circles. */
export const FETCH_LIMITS: FetchLimits = { bytes: 5 * 1024 * 1024, ratio: 100, ms: 10_000, redirects: 5 }

export interface GuardedFetchOptions {
  userAgent: string
  /** Default: the system's. */
  resolve?: Resolve
  /** Default: TCP and TLS. */
  dial?: Dial
  limits?: Partial<FetchLimits>
  /** Which hosts may be asked, the first and those of redirects. Default: all. */
  hosts?: HostRules | undefined
  /** The origin of a server that the operator named, which may be private, and on any port. Default: none. */
  named?: string
}

export interface FetchRequest {
  signal: AbortSignal
  /** The media types that are taken, without parameters. */
  types: readonly string[]
  /** Asked of the first address and of every redirect; a false one ends with `robots`. Default: all may be fetched. */
  mayFetch?: (url: URL) => Promise<boolean>
  /** Limits of this one, over those of the fetch. */
  limits?: Partial<FetchLimits>
  /** Sent beside those of every request; redirects get them too. Names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** Sent by POST. Default: a GET without one. */
  body?: string
}

export interface FetchedPage {
  /** After redirects. */
  url: URL
  /** Lower case, without parameters. */
  type: string
  /** As the header names it. */
  charset?: string
  bytes: Uint8Array
}

/** Gets one page. By itself it sends no cookie, no credential and no referrer, and it keeps nothing. */
export type GuardedFetch = (address: string, request: FetchRequest) => Promise<FetchedPage>

/**
 * Makes the only way to fetch addresses that strangers wrote. Every address of a host must be public, and the
 * connection goes to an address that was checked, so it does not matter if a name server changes its answer. Every
 * redirect is checked in the same way.
 */
export function createGuardedFetch({ hosts = {}, ...options }: GuardedFetchOptions): GuardedFetch {
  const mayAsk = hostFilter(hosts)
  return async (address, given) => {
    const limits = { ...FETCH_LIMITS, ...options.limits, ...given.limits }
    given.signal.throwIfAborted()
    const deadline = AbortSignal.timeout(limits.ms)
    const signal = AbortSignal.any([given.signal, deadline])
    try {
      const first = isNamed(options, URL.parse(address)) ? new URL(address) : parseWebAddress(address)
      return await follow(options, first, { ...given, mayAsk, limits, signal })
    } catch (error) {
      given.signal.throwIfAborted()
      if (deadline.aborted) throw new FetchFailure('timeout', `took longer than ${limits.ms} ms`)
      throw error instanceof FetchFailure ? error : new FetchFailure('unreachable', oneLine(error), { cause: error })
    }
  }
}

type Following = FetchRequest & { limits: FetchLimits; mayAsk: ReturnType<typeof hostFilter> }

function isNamed({ named }: Pick<GuardedFetchOptions, 'named'>, url: URL | null): boolean {
  return named !== undefined && url?.origin === named
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function follow(options: GuardedFetchOptions, first: URL, given: Following): Promise<FetchedPage> {
  let url = first
  for (let hop = 0; hop <= given.limits.redirects; hop += 1) {
    if (!given.mayAsk(url)) throw new FetchFailure('refused', 'is of a host that is left out here')
    if (given.mayFetch && !(await orAborted(given.mayFetch(url), given.signal))) {
      throw new FetchFailure('robots', 'its robots.txt asks not to be read')
    }
    const response = await get(options, url, given)
    const { statusCode = 0, headers } = response
    if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
      response.destroy()
      url = parseWebAddress(headers.location, url)
      continue
    }
    return await read(response, url, given)
  }
  throw new FetchFailure('redirects', `redirects more than ${given.limits.redirects} times`)
}

async function read(response: IncomingMessage, url: URL, { types, limits }: Following): Promise<FetchedPage> {
  const { statusCode = 0, headers } = response
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim())
  if (statusCode !== 200 || !types.includes(type.toLowerCase())) {
    response.destroy()
    throw statusCode === 200
      ? new FetchFailure('type', 'has a type that is not supported')
      : new FetchFailure('status', `answers with status ${statusCode}`)
  }
  const bytes = await readBody(response, limits)
  const charset = parameters.flatMap((part) => /^charset="?([\w:.-]{1,40})"?$/i.exec(part)?.[1] ?? [])[0]
  return { url, type: type.toLowerCase(), bytes, ...(charset !== undefined && { charset }) }
}

async function get(options: GuardedFetchOptions, url: URL, given: Following): Promise<IncomingMessage> {
  const host = hostOf(url)
  const secure = url.protocol === 'https:'
  const resolve = options.resolve ?? systemResolve
  const addresses = isNamed(options, url)
    ? await orAborted(isIP(host) === 0 ? resolve(host) : Promise.resolve([host]), given.signal)
    : await addressesOf(host, resolve, given.signal)
  let failure: unknown
  for (const address of addresses) {
    try {
      return await ask(options, url, { address, host, secure, port: Number(url.port) || (secure ? 443 : 80) }, given)
    } catch (error) {
      given.signal.throwIfAborted()
      failure = error
    }
  }
  throw failure
}

/**
 * @throws {FetchFailure} `refused` if any of a host's addresses is not public, since the others cannot be trusted then
 */
export async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const addresses = await orAborted(resolve(host), signal)
  if (addresses.length === 0) throw new FetchFailure('unreachable', 'has no address')
  if (!addresses.every(isPublicAddress)) throw new FetchFailure('refused', 'has an address that is not public')
  return addresses
}

/** Makes one request over a connection to one address. */
export function ask(
  { userAgent, dial = systemDial }: Pick<GuardedFetchOptions, 'userAgent' | 'dial'>,
  url: URL,
  to: Destination,
  { types, signal, headers, body }: Pick<FetchRequest, 'types' | 'signal' | 'headers' | 'body'>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method: body === undefined ? 'GET' : 'POST',
      // The connection already exists; the name below is only for the header.
      createConnection: () => dial(to),
      host: to.host,
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: types.join(', '),
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': userAgent,
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      signal,
    })
    asked.on('response', resolve).on('error', reject)
    asked.end(body)
  })
}

/** What a work gives; the signal's reason is thrown as soon as it aborts. */
export async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function oneLine(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  return `cannot be reached (${code})`
}
