import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address)
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** Whether an address belongs to a trusted proxy, whose forwarded client addresses are believed. */
export type TrustProxy = (address: string) => boolean

/** Trusts the given addresses and ranges (`10.0.0.0/8`, `fd00::/8`); undefined if one of them is invalid. */
export function createTrust(ranges: readonly string[]): TrustProxy | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
    const family = isIP(address)
    const width = family === 6 ? 128 : 32
    const prefix = bits === undefined ? width : Number(bits)
    if (family === 0 || prefix > width) return undefined
    list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return (text) => {
    const address = withoutMapping(text)
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

/**
 * What identifies a caller: an IPv4 address, or the /64 of an IPv6 address, since one customer has a whole /64. A port
 * that a proxy appended is removed; everything that is not an address counts as one caller.
 */
export function callerOf(text: string): string {
  const [, bracketed, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const plain = withoutMapping(bracketed ?? v4 ?? text)
  if (!isIPv6(plain)) return isIP(plain) === 4 ? plain : 'unknown'
  const [left = '', right = ''] = plain.split('%', 1)[0]?.split('::') ?? []
  const groups = left === '' ? [] : left.split(':')
  const last = right === '' ? [] : right.split(':')
  const zeros = plain.includes('::')
    ? Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0')
    : []
  return [...groups, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Turns an IPv4 address that a dual-stack socket shows as IPv6 back into IPv4. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
