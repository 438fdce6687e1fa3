import { visible } from './visible.ts'

/** UTF-16 units: the longest that servers are commonly said to take. */
export const LONGEST_ADDRESS = 2 * 1024

const SHOWN = new Set(['http:', 'https:', 'urn:'])

/** What a document says its address is, where that may be shown as one: a visible http, https or urn address. */
export function shownAddress(given: string): string | undefined {
  const address = given.trim()
  if (address.length > LONGEST_ADDRESS || visible(address) !== address || /\s/.test(address)) return undefined
  const protocol = URL.parse(address)?.protocol
  return protocol !== undefined && SHOWN.has(protocol) ? address : undefined
}
