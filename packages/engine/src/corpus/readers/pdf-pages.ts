import type { Block } from '../types.ts'
import { textBlocks } from './text.ts'

/** A line as it is set on a page. */
export interface PageLine {
  /** Without line breaks, or white space at either end. */
  text: string
  /** Of its letters. */
  height: number
  /** It stands farther from the line before it than lines of a paragraph do. */
  apart: boolean
}

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

/** Makes a text of pages: a line break within a paragraph, a blank line where the gap is wide. */
export function joinPages(pages: readonly (readonly PageLine[])[]): { text: string; blocks: Block[] } {
  const levels = headingLevels(pages)
  const heads = runningHeads(pages)
  const known = new Map<number, Pick<Block, 'kind' | 'level'>>()
  const parts: string[] = []
  let length = 0
  let kept: PageLine | undefined
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  for (const page of pages) {
    for (const [at, line] of page.entries()) {
      const isHead = (at === 0 || at === page.length - 1) && heads.has(shapeOf(line.text))
      const level = isHead ? undefined : levels.get(line)
      // A word cut at the end of its line is whole again: nobody searches for its halves.
      const isCut = at > 0 && !line.apart && CUT_WORD.test(parts.at(-1) ?? '') && /^\p{Ll}/u.test(line.text)
      if (isCut) {
        const last = parts.pop() ?? ''
        length -= last.length
        add(last.slice(0, -1) + line.text)
        kept = line
        continue
      }
      if (kept !== undefined) add(at === 0 || line.apart || level !== levels.get(kept) ? '\n\n' : '\n')
      if (isHead) known.set(length, { kind: 'furniture' })
      else if (level !== undefined) known.set(length, { kind: 'heading', level })
      add(line.text)
      kept = line
    }
  }
  const text = parts.join('')
  return { text, blocks: textBlocks(text, known) }
}

/** The level of each line that is set larger than most of the text. */
function headingLevels(pages: readonly (readonly PageLine[])[]): ReadonlyMap<PageLine, number> {
  const lines = pages.flat()
  const amounts = new Map<number, number>()
  for (const { text, height } of lines) amounts.set(round(height), (amounts.get(round(height)) ?? 0) + text.length)
  const body = [...amounts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
  const larger = lines.filter(
    ({ text, height }) =>
      round(height) > LARGER * body && text.length <= LONGEST_HEADING && /\p{L}{2}/u.test(text) && body > 0,
  )
  const heights = [...new Set(larger.map(({ height }) => round(height)))].sort((a, b) => b - a)
  return new Map(larger.map((line) => [line, Math.min(LAST_LEVEL, heights.indexOf(round(line.height)) + 1)] as const))
}

/** Heights of the same letters differ a little from run to run. */
function round(height: number): number {
  return Math.round(height * 2) / 2
}

/** What stands first or last on several pages, whatever its numbers. */
function runningHeads(pages: readonly (readonly PageLine[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const edges = new Set([page.at(0), page.at(-1)].flatMap((line) => (line ? [shapeOf(line.text)] : [])))
    for (const edge of edges) counts.set(edge, (counts.get(edge) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([shape, count]) => (count >= REPEATED ? [shape] : [])))
}

function shapeOf(line: string): string {
  return line.replace(/\d+/g, '0')
}
