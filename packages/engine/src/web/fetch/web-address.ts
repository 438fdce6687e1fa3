import { isIP } from 'node:net'
import { FetchFailure } from './failure.ts'
import { isPublicAddress } from './public-address.ts'

/** Characters: the longest that servers are commonly said to take. */
const LONGEST = 2 * 1024

/**
 * Takes an address of the web apart: http or https on its own port, no user, no local name; a host written as a number,
 * in whatever base, must be public. The URL's own rules have brought such forms to one before.
 * @throws {FetchFailure} `refused` for anything else
 */
export function parseWebAddress(text: string, base?: URL): URL {
  const url = text.length > LONGEST ? null : URL.parse(text, base)
  if (!url) throw new FetchFailure('refused', 'is no address')
  if (!/^https?:$/.test(url.protocol)) throw new FetchFailure('refused', 'is neither http nor https')
  if (url.port !== '') throw new FetchFailure('refused', 'is on another port than is usual')
  if (url.username !== '' || url.password !== '') throw new FetchFailure('refused', 'names a user')
  url.hostname = url.hostname.replace(/\.$/, '')
  url.hash = ''
  const host = hostOf(url)
  const isAddress = isIP(host) !== 0
  if (isAddress ? !isPublicAddress(host) : !isPublicName(host)) throw new FetchFailure('refused', 'is not public')
  return url
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Names that no public name server answers for, besides those without a dot. */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|test|invalid|onion)$/i

function isPublicName(host: string): boolean {
  return host.includes('.') && !host.startsWith('.') && !LOCAL_NAME.test(host)
}
