import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST)
}
