import type { QuotedWords } from '../view/outputs.ts'

/** How many words of a quotation are looked for: first many, then fewer, as a file may write the rest otherwise. */
const WORDS = [8, 4, 2, 1]
/** A place that was found by fewer words is not sure, since they stand in many places. */
const FEWEST = 4

/**
 * What a file may have between two words of a text that was read from it: the target of a link, a tag, a character by its
 * name, or what is neither letter nor digit.
 */
const BETWEEN = String.raw`(?:\]\([^()\n]*\)|<[^<>]*>|&\w{2,8};|[^\p{L}\p{N}\]<&]|\](?!\([^()\n]*\))|<(?![^<>]*>)|&(?!\w{2,8};))+`

/** A quotation, and the places of a file at which it can begin. */
interface Found {
  start: number
  places: readonly number[]
  /** How many of its words were looked for. */
  count: number
}

/**
 * The lines of a file on which quotations begin, counted from 1, in their order; undefined where the file writes one
 * otherwise. Of several places, the one is taken whose distance from the nearest sure quotation is as in the text that
 * was read.
 */
export function linesOf(text: string, quotes: readonly QuotedWords[]): (number | undefined)[] {
  const found = quotes.map((quote) => placesOf(text, quote))
  const sure = found.filter(({ places, count }) => places.length === 1 && count >= FEWEST)
  return found.map((each) => {
    const place = nearest(each, sure)
    return place === undefined ? undefined : text.slice(0, place).split('\n').length
  })
}

function placesOf(text: string, { words: quote, start }: QuotedWords): Found {
  const words = quote.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const most of WORDS) {
    const some = words.slice(0, most)
    if (some.length === 0 || (most < FEWEST && words.length > FEWEST && !quote.includes('|'))) continue
    const pattern = `(?<![\\p{L}\\p{N}])${some.join(BETWEEN)}(?![\\p{L}\\p{N}])`
    const places = [...text.matchAll(new RegExp(pattern, 'gu'))].map(({ index }) => index)
    if (places.length > 0) return { start, places, count: some.length }
  }
  return { start, places: [], count: 0 }
}

/** The place of a quotation whose distance from the nearest sure one is as in the text that was read from the file. */
function nearest({ start, places }: Found, sure: readonly Found[]): number | undefined {
  if (places.length < 2) return places[0]
  const anchor = closest(sure, (each) => Math.abs(each.start - start))
  const shift = anchor === undefined ? undefined : (anchor.places[0] ?? 0) - anchor.start
  return shift === undefined ? undefined : closest(places, (place) => Math.abs(place - shift - start))
}

function closest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | undefined {
  let best: { item: Item; far: number } | undefined
  for (const item of items) {
    const far = distance(item)
    if (best === undefined || far < best.far) best = { item, far }
  }
  return best?.item
}
