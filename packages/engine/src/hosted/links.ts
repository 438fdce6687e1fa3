import type { Span } from '#language/span.ts'

/** A link of Markdown in a text. */
export interface Link extends Span {
  label: string
  url: string
  isImage: boolean
}

/** UTF-16 units of a label and of an address: what is longer is no link. */
const LONGEST_LABEL = 400
const LONGEST_URL = 2_000
/** Places at which a link is looked for: no text has more links. */
const MOST_PLACES = 20_000

/** Finds the links of Markdown in a text, in order. Whatever stands there, it takes no long time. */
export function linksIn(text: string): Link[] {
  const links: Link[] = []
  let last = 0
  let places = 0
  for (let at = text.indexOf(']('); at !== -1 && places < MOST_PLACES; at = text.indexOf('](', at + 2)) {
    places += 1
    const open = openingOf(text, at, last)
    const url = open === undefined ? undefined : addressAt(text, at + 2)
    if (open === undefined || !url) continue
    const isImage = text[open - 1] === '!'
    links.push({
      start: isImage ? open - 1 : open,
      end: url.end,
      label: text.slice(open + 1, at),
      url: url.address,
      isImage,
    })
    last = url.end
  }
  return links
}

/** Where the bracket opens that closes at a place. */
function openingOf(text: string, close: number, from: number): number | undefined {
  let depth = 0
  for (let at = close; at >= Math.max(from, close - LONGEST_LABEL); at -= 1) {
    const sign = text[at]
    if (sign === ']') depth += 1
    else if (sign === '[') {
      depth -= 1
      if (depth === 0) return at
    } else if (sign === '\n') return undefined
  }
  return undefined
}

/** An address with brackets in it, up to the bracket or the title behind it. */
function addressAt(text: string, start: number): { address: string; end: number } | undefined {
  let depth = 1
  let end = start
  for (; end < text.length && end < start + LONGEST_URL; end += 1) {
    const sign = text[end]
    if (sign === '\n') return undefined
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth === 0) break
  }
  if (depth !== 0) return undefined
  const [given = ''] = text.slice(start, end).trim().split(/\s/, 1)
  const address = given.replace(/^<|>$/g, '')
  return /^https?:\/\//i.test(address) ? { address, end: end + 1 } : undefined
}

const BARE = /https?:\/\/[^\s<>"'”’\])]{1,2000}/gi

/** Finds addresses that stand in a text as they are, without the stop behind them. */
export function addressesIn(text: string): (Span & { url: string })[] {
  return [...text.matchAll(BARE)].map(({ 0: found, index }) => {
    const url = found.replace(/[.,;:!?]{1,3}$/, '')
    return { start: index, end: index + url.length, url }
  })
}
