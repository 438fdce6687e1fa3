import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LONGEST_ADDRESS } from '#language/shown-address.ts'
import { FetchFailure } from './failure.ts'

/**
 * Takes an address of the web apart: http or https on its own port, no user, no local name; a host written as a number,
 * in whatever base, must be public. The URL's own rules have brought such forms to one before.
 * @throws {FetchFailure} `refused` for anything else
 */
export function parseWebAddress(text: string, base?: URL): URL {
  const url = text.length > LONGEST_ADDRESS ? null : URL.parse(text, base)
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

/** Public by their block, but clouds answer there with services of their own: Azure's, and two ranges of IBM's. */
const OF_CLOUD_HOSTS = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
)

/** The one block of IPv6 that addresses of the public internet are given out from. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address, as a resolver gives it, belongs to the public internet. Everything else is not public: private,
 * loopback, link-local (where clouds keep their metadata), carrier-grade NAT, multicast, reserved, and the IPv6 forms that
 * carry an IPv4 address inside.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST)
  return !OF_CLOUD_HOSTS.some((range) => parsed.match(range))
}
