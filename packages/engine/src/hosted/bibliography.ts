import { addressesIn, linksIn } from './links.ts'

/** The entries of a report's own list of sources, and the report without it. */
export interface Bibliography {
  text: string
  /** The address that a number stands for. */
  numbers: ReadonlyMap<number, string>
}

/** UTF-16 units of an entry: what is longer is a part of the report. */
const LONGEST_ENTRY = 1_500

const NAMED = /^\s{0,3}(?:[-*+]\s{1,3})?(?:\[\^?(\d{1,3})\]|【(\d{1,3})】):?\s/
const LISTED = /^\s{0,3}(?:(\d{1,3})[.)]|[-*+•])\s/

/**
 * Takes the list of sources off the end of a report. An entry is a line that begins with its number in brackets, or one of a
 * list that is nothing but a link or ends with an address.
 */
export function bibliographyOf(report: string): Bibliography {
  const lines = report.split('\n')
  const numbers = new Map<number, string>()
  let end = lines.length
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const entry = entryIn(line)
    if (!entry) break
    end = at
    if (entry.number !== undefined) numbers.set(entry.number, entry.url)
  }
  return { text: lines.slice(0, end).join('\n'), numbers }
}

function entryIn(line: string): { number: number | undefined; url: string } | undefined {
  if (line.length > LONGEST_ENTRY) return undefined
  const named = NAMED.exec(line)
  const listed = named ?? LISTED.exec(line)
  if (!listed) return undefined
  const digits = named ? (named[1] ?? named[2]) : listed[1]
  const number = digits === undefined ? undefined : Number(digits)
  const rest = line.slice(listed[0].length)
  const [link, second] = linksIn(rest)
  if (link) {
    const around = rest.slice(0, link.start) + rest.slice(link.end)
    return !second && (named || !/\p{L}{3}/u.test(around)) ? { number, url: link.url } : undefined
  }
  const address = addressesIn(rest).at(-1)
  // In round brackets it is a mark behind what it bears out.
  const isLast = address && !/[\p{L}\p{N})]/u.test(rest.slice(address.end))
  return address && (named || isLast) ? { number, url: address.url } : undefined
}
