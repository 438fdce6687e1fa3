import { type Dial, type Resolve, systemDial, systemResolve } from './dial.ts'
import { FetchFailure } from './failure.ts'
import { addressesOf, ask, orAborted } from './guarded-fetch.ts'
import { hostOf, parseWebAddress } from './web-address.ts'

/** How to reach the web. */
export interface GuardedPostOptions {
  /** Sent as `User-Agent`. */
  userAgent: string
  /** Gives every address of a host. Default: the system's resolver. */
  resolve?: Resolve | undefined
  /** Opens a connection to exactly one address. Default: TCP with TLS. */
  dial?: Dial | undefined
}

/** What to send. */
export interface PostRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Sent as UTF-8. */
  body: string
  /** Ends the attempt. */
  signal: AbortSignal
}

/**
 * Sends a text to an address that a stranger wrote, and resolves to the status of the response, whose body is not read
 * and whose redirect is not followed.
 * @throws Error with one line for a log if the address may not be asked, or does not answer; the signal's reason.
 */
export type GuardedPost = (address: string, request: PostRequest) => Promise<number>

/** Checks an address that a stranger wrote: https on its usual port, and not of a private network. */
export function checkPostAddress(address: string): URL {
  const url = parseWebAddress(address)
  if (url.protocol !== 'https:') throw new FetchFailure('refused', 'is not https')
  return url
}

/**
 * Makes the only way to post to addresses that strangers wrote. As with pages, every address of the host must be public,
 * and the connection goes to an address that was checked.
 */
export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const { resolve = systemResolve, dial = systemDial, userAgent } = options
  return async (address, { headers, body, signal }) => {
    const url = checkPostAddress(address)
    const host = hostOf(url)
    const [first = host] = await addressesOf(host, resolve, signal)
    const to = { address: first, host, secure: true, port: 443 }
    const response = await orAborted(
      ask({ userAgent, dial }, url, to, { types: ['*/*'], signal, headers, body }),
      signal,
    )
    response.destroy()
    return response.statusCode ?? 0
  }
}
