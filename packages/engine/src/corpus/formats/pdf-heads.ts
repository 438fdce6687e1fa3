import type { PageLine } from './pdf-lines.ts'

/** What stands on so many pages is their running head or foot. */
const REPEATED = 3
/** The share of a page, at its top and at its bottom, in which they stand. */
const ZONE = 0.1
/** They stand farther from the text than its lines from each other: in heights of letters. */
const APART = 1.6
/** UTF-16 units: no head is longer. */
const LONGEST = 150

/** The running heads and feet of pages: lines at their top and bottom, apart from the text, that are on several pages but for their numbers. */
export function runningHeads(pages: readonly (readonly PageLine[])[]): ReadonlySet<PageLine> {
  const signs = pages.flatMap((page, at) =>
    [...edgeLines(page)].flatMap(([line, isApart]) =>
      signsOf(line.text, at, isApart).map((sign) => ({ line, sign, at })),
    ),
  )
  const heads = new Set<PageLine>()
  for (const same of Map.groupBy(signs, ({ sign }) => sign).values()) {
    if (new Set(same.map(({ at }) => at)).size >= REPEATED) for (const { line } of same) heads.add(line)
  }
  return heads
}

/** The lines in the zones of a page, each with whether it stands apart from the text. */
function edgeLines(page: readonly PageLine[]): Map<PageLine, boolean> {
  const down = page.toSorted((a, b) => b.level - a.level)
  const edges = new Map<PageLine, boolean>()
  for (const lines of [down, down.toReversed()]) {
    const end = zoneEnd(lines)
    for (const line of lines.slice(0, end)) edges.set(line, true)
    const [outermost, next] = lines
    if (outermost !== undefined && !edges.has(outermost) && outermost.height !== next?.height)
      edges.set(outermost, false)
  }
  return edges
}

/** How many lines, from the edge of a page on, stand before the first wide space in its zone. */
function zoneEnd(lines: readonly PageLine[]): number {
  let end = 0
  for (const [at, line] of lines.entries()) {
    const isInZone = line.place < ZONE || line.place > 1 - ZONE
    if (!isInZone) break
    const next = lines[at + 1]
    if (next === undefined || Math.abs(next.level - line.level) > APART * Math.max(line.height, next.height))
      end = at + 1
  }
  return end
}

/**
 * What a head has in common with others: all but its numbers, or the number of the first page, told by its own. Of a line that
 * may be one of the text all has to be the same.
 */
function signsOf(line: string, page: number, isApart: boolean): string[] {
  if (!isApart) return [line, line.replace(/\d+/g, (number) => `first page ${Number(number) - page}`)]
  const numbers = line.length > LONGEST ? [] : [/^\d+(?= )/.exec(line)?.[0], / (\d+)$/.exec(line)?.[1]]
  const firsts = numbers.flatMap((number) => (number === undefined ? [] : [`first page ${Number(number) - page}`]))
  return [line.replace(/\d+/g, '0'), ...firsts]
}
