import { textBlocks } from '../readers/text.ts'
import type { Block } from '../types.ts'
import { codeLines } from './pdf-code.ts'
import type { PageLine } from './pdf-lines.ts'
import { type OutlineEntry, outlined } from './pdf-outline.ts'

/** Letters this much higher than those of most of the text are a heading's. */
const LARGER = 1.15
/** UTF-16 units: a longer line in large letters is a paragraph. */
const LONGEST_HEADING = 150
/** A first or last line that stands on so many pages is their running head. */
const REPEATED = 3
/** Markdown and HTML know no deeper headings. */
const LAST_LEVEL = 6
/** A word that is cut at the end of its line. */
const CUT_WORD = /\p{Ll}[-\u00ad]$/u
/** Lines further apart than this many heights of their letters belong to different paragraphs: beyond single spacing. */
const PARAGRAPH_GAP = 1.9
/** The same in distances of one line from the next, where these are known: the manuals read leave 1.3 to 1.5 between paragraphs. */
const PARAGRAPH_LINES = 1.2
/** Fewer lines tell nothing of the distance between two. */
const LEAST_LINES = 20

/** Makes a text of pages: a line break within a paragraph, a blank line where the gap is wide. */
export function joinPages(
  all: readonly (readonly PageLine[])[],
  outline: readonly OutlineEntry[] = [],
): { text: string; blocks: Block[] } {
  const body = bodyOf(all)
  const { pages, levels: named } = outlined(all, outline)
  const levels = headingLevels(pages, body.height, named)
  const heads = runningHeads(pages)
  const isApart = apartIn(body)
  const known = new Map<number, Pick<Block, 'kind' | 'level'>>()
  const parts: string[] = []
  let length = 0
  let kept: PageLine | undefined
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  for (const page of pages) {
    const isHead = (at: number) => {
      const line = page[at]
      return line !== undefined && heads.has(line)
    }
    const code = codeLines(page, (at) => !isHead(at) && !levels.has(page[at] as PageLine), isApart)
    for (const [at, line] of page.entries()) {
      const level = isHead(at) ? undefined : levels.get(line)
      const indent = code.get(line)
      const isCode = indent !== undefined
      const wasCode = kept !== undefined && code.has(kept)
      const apart = isApart(line, page[at - 1]) || isCode !== wasCode
      // A word cut at the end of its line is whole again: nobody searches for its halves.
      const isCut = at > 0 && !apart && !isCode && CUT_WORD.test(parts.at(-1) ?? '') && /^\p{Ll}/u.test(line.text)
      if (isCut) {
        const last = parts.pop() ?? ''
        length -= last.length
        add(last.slice(0, -1) + line.text)
        kept = line
        continue
      }
      if (kept !== undefined) add(at === 0 || apart || level !== levels.get(kept) ? '\n\n' : '\n')
      if (isHead(at)) known.set(length, { kind: 'furniture' })
      else if (level !== undefined) known.set(length, { kind: 'heading', level })
      else if (isCode) known.set(length, { kind: 'code' })
      add(isCode ? ' '.repeat(indent) + line.text : line.text)
      kept = line
    }
  }
  const text = parts.join('')
  return { text, blocks: textBlocks(text, known, { isTypeset: true }) }
}

/** How most of the text is set. */
interface Body {
  /** Of the letters. */
  height: number
  /** From one line of a paragraph to the next; undefined where too few tell it. */
  distance: number | undefined
}

function bodyOf(pages: readonly (readonly PageLine[])[]): Body {
  const lines = pages.flat()
  const height = commonest(lines.map((line) => [round(line.height), line.text.length]))
  const gaps = lines.flatMap((line, at) => {
    const isOfBody = round(line.height) === height && round(lines[at - 1]?.height ?? 0) === height
    return isOfBody && line.gap !== undefined && line.gap > 0 ? [[round(line.gap), 1] as const] : []
  })
  return { height, distance: gaps.length < LEAST_LINES ? undefined : commonest(gaps) }
}

/** The value that weighs most, of values and weights. */
function commonest(values: readonly (readonly [number, number])[]): number {
  const amounts = new Map<number, number>()
  for (const [value, weight] of values) amounts.set(value, (amounts.get(value) ?? 0) + weight)
  return [...amounts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
}

/** Tells whether a line stands farther from the one before it than lines of a paragraph do. */
function apartIn({ height, distance }: Body): (line: PageLine, before: PageLine | undefined) => boolean {
  return (line, before) => {
    if (line.gap === undefined || before === undefined) return false
    const letters = Math.max(line.height, before.height)
    if (distance === undefined || height === 0) return line.gap > PARAGRAPH_GAP * letters
    return line.gap > (PARAGRAPH_LINES * distance * letters) / height
  }
}

/** The level of each heading: of what the outline names, and of what is set larger than most of the text. */
function headingLevels(
  pages: readonly (readonly PageLine[])[],
  body: number,
  named: ReadonlyMap<PageLine, number>,
): ReadonlyMap<PageLine, number> {
  const larger = pages
    .flat()
    .filter(
      ({ text, height }) =>
        round(height) > LARGER * body && text.length <= LONGEST_HEADING && /\p{L}{2}/u.test(text) && body > 0,
    )
  const heights = [...new Set(larger.map(({ height }) => round(height)))].sort((a, b) => b - a)
  const known = new Map([...named].map(([{ height }, level]) => [round(height), level] as const))
  const smallest = Math.min(...known.keys())
  const deepest = Math.max(0, ...known.values())
  const levelOf = (line: PageLine) => {
    const height = round(line.height)
    if (known.size === 0) return heights.indexOf(height) + 1
    return named.get(line) ?? known.get(height) ?? (height < smallest ? deepest + 1 : 1)
  }
  const all = new Set([...named.keys(), ...larger])
  return new Map([...all].map((line) => [line, Math.min(LAST_LEVEL, levelOf(line))]))
}

/** Heights of the same letters differ a little from run to run. */
function round(height: number): number {
  return Math.round(height * 2) / 2
}

/** The lines that stand first or last on several pages, whatever their numbers, or beside the number of their page. */
function runningHeads(pages: readonly (readonly PageLine[])[]): ReadonlySet<PageLine> {
  const edges = pages.flatMap((page, at) => [...new Set([page.at(0), page.at(-1)])].map((line) => ({ line, at })))
  const signs = edges.flatMap(({ line, at }) =>
    line === undefined ? [] : signsOf(line.text, at).map((sign) => ({ line, sign })),
  )
  const bySign = Map.groupBy(signs, ({ sign }) => sign)
  return new Set([...bySign.values()].flatMap((same) => (same.length >= REPEATED ? same.map(({ line }) => line) : [])))
}

/** What a running head has in common with others: all but its numbers; the number of the first page, told by its own. */
function signsOf(line: string, page: number): string[] {
  const numbers = line.length > LONGEST_HEADING ? [] : [/^\d+(?= )/.exec(line)?.[0], / (\d+)$/.exec(line)?.[1]]
  const firsts = numbers.flatMap((number) => (number === undefined ? [] : [`first page ${Number(number) - page}`]))
  return [line.replace(/\d+/g, '0'), ...firsts]
}
