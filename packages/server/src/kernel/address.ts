import { isIP, isIPv6 } from 'node:net'

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address)
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

/** What callers are told apart by: an IPv4 address; of IPv6 the /64, as one customer has that many addresses. */
export function callerOf(address: string): string {
  const plain = withoutMapping(address)
  if (!isIPv6(plain)) return plain
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

/** An IPv4 caller of a socket that listens for both. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
