import {
  inReadingOrder,
  isRightToLeft,
  joinedRuns,
  type PlacedRun,
  plainForms,
  type Stretch,
  type TextRun,
} from './pdf-runs.ts'

/** What is known of a page's fonts, by the names that PDF.js gives them. */
export interface PageFonts {
  /** Whether all letters are of the same width. */
  isMonospaced(fontName: string): boolean
  isBold(fontName: string): boolean
}

/** A line as it is set on a page. Lengths are in points, along the line and across it. */
export interface PageLine {
  /** Without line breaks, or white space at either end. */
  text: string
  /** Of most of its letters. */
  height: number
  /** How far below the line before it on the page it stands: less than 0 where it stands above that. */
  gap: number | undefined
  /** Where it begins, from the page's left edge, and where it ends. */
  left: number
  right: number
  /** Where it stands: larger is higher. */
  level: number
  /** The same as a share of the page: 0 is its top. */
  place: number
  /** The width of each letter, where all have the same; code is set so. */
  column: number | undefined
  /** Whether all of it is set in bold letters. */
  isBold: boolean
  /** More than one where wide spaces part it. */
  stretches: readonly Stretch[]
}

/** The corners of a page: left, bottom, right, top. */
export type PageView = readonly number[]

/** The lines of a page. */
export function linesOf(runs: readonly TextRun[], fonts: PageFonts, view: PageView): PageLine[] {
  const lines: PageLine[] = []
  let line: TextRun[] = []
  const end = () => {
    const made = lineOf(line, lines.at(-1), fonts, view)
    if (made !== undefined) lines.push(made)
    line = []
  }
  for (const run of runs) {
    line.push(run)
    if (run.hasEOL) end()
  }
  end()
  return lines
}

/** Letters of these are as wide as high in every font. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function lineOf(
  runs: readonly TextRun[],
  last: PageLine | undefined,
  fonts: PageFonts,
  view: PageView,
): PageLine | undefined {
  const all = runs.map(placed)
  const seen = all.filter(({ str }) => str.trim() !== '')
  const [first] = seen
  if (first === undefined) return undefined
  const written = seen.map(({ str }) => str).join('')
  const isCode = !EAST_ASIAN.test(written) && seen.every(({ fontName }) => fonts.isMonospaced(fontName))
  const column = isCode ? columnOf(seen) : undefined
  const height = commonest(seen.map(({ height, str }) => [height, str.length]))
  const level = seen.find((run) => run.height === height)?.across ?? first.across
  const ordered = column === undefined ? inReadingOrder(all, isRightToLeft(written)) : all
  const stretches = column === undefined ? joinedRuns(ordered, { height, level }) : []
  const text = column === undefined ? stretches.map(({ text }) => text).join(' ') : inColumns(seen, column).trim()
  if (text === '') return undefined
  return {
    text: plainForms(text),
    height,
    gap: last === undefined ? undefined : last.level - level,
    left: Math.min(...seen.map(({ along }) => along)),
    right: Math.max(...seen.map(({ along, width }) => along + width)),
    level,
    place: placeOn(view, first, level),
    column,
    isBold: seen.every(({ fontName }) => fonts.isBold(fontName)),
    stretches: stretches.map((stretch) => ({ ...stretch, text: plainForms(stretch.text) })),
  }
}

function placed(run: TextRun): PlacedRun {
  const [a = 1, b = 0, , , x = 0, y = 0] = run.transform
  const size = Math.hypot(a, b) || 1
  return { ...run, along: (x * a + y * b) / size, across: (y * a - x * b) / size }
}

/** Where a line stands between the top and the bottom of its page, as the page is turned for it. */
function placeOn(
  [left = 0, bottom = 0, right = 0, top = 0]: PageView,
  { transform }: PlacedRun,
  level: number,
): number {
  const [a = 1, b = 0] = transform
  const size = Math.hypot(a, b) || 1
  const edges = [left, right].flatMap((x) => [bottom, top].map((y) => (y * a - x * b) / size))
  const [lowest, highest] = [Math.min(...edges), Math.max(...edges)]
  return highest === lowest ? 0 : (highest - level) / (highest - lowest)
}

/** The value that weighs most, of values and weights. */
export function commonest(values: readonly (readonly [number, number])[]): number {
  const amounts = new Map<number, number>()
  for (const [value, weight] of values) amounts.set(value, (amounts.get(value) ?? 0) + weight)
  return [...amounts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
}

/** The width of a letter; undefined where nothing tells it. */
function columnOf(runs: readonly PlacedRun[]): number | undefined {
  const [longest] = runs.toSorted((a, b) => b.str.length - a.str.length)
  const width = longest === undefined ? 0 : longest.width / longest.str.length
  return width > 0 ? width : undefined
}

/** The most columns of white space between two runs of a line. */
const WIDEST_SPACE = 40

/** Runs of a line with as much white space between them as on the page. */
function inColumns(runs: readonly PlacedRun[], column: number): string {
  let text = ''
  let end: number | undefined
  for (const run of runs) {
    const space = end === undefined ? 0 : Math.min(WIDEST_SPACE, Math.round((run.along - end) / column))
    text += `${' '.repeat(Math.max(0, space))}${run.str.replace(/\s/g, ' ')}`
    end = run.along + run.width
  }
  return text
}
