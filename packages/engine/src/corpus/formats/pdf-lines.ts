/** A run of text on a page, as PDF.js gives it. */
export interface TextRun {
  str: string
  transform: number[]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

/** A line as it is set on a page. Lengths are in points. */
export interface PageLine {
  /** Without line breaks, or white space at either end. */
  text: string
  /** Of its letters. */
  height: number
  /** How far below the line before it on the page it stands: less than 0 where it stands above that. */
  gap: number | undefined
  /** Where it begins, from the page's left edge. */
  left: number
  /** The width of each letter, where all have the same; code is set so. */
  column: number | undefined
}

/** The lines of a page. `isMonospaced`: whether all letters of a font are of the same width. */
export function linesOf(runs: readonly TextRun[], isMonospaced: (fontName: string) => boolean): PageLine[] {
  const lines: PageLine[] = []
  let line: TextRun[] = []
  let last: TextRun | undefined
  const end = () => {
    const made = lineOf(line, last, isMonospaced)
    if (made !== undefined) {
      lines.push(made)
      last = line.findLast(isSeen)
    }
    line = []
  }
  for (const run of runs) {
    line.push(run)
    if (run.hasEOL) end()
  }
  end()
  return lines
}

const isSeen = ({ str }: TextRun) => str.trim() !== ''

function lineOf(
  runs: readonly TextRun[],
  last: TextRun | undefined,
  isMonospaced: (fontName: string) => boolean,
): PageLine | undefined {
  const seen = runs.filter(isSeen)
  const [first] = seen
  if (first === undefined) return undefined
  const column = seen.every(({ fontName }) => isMonospaced(fontName)) ? columnOf(seen) : undefined
  const text = column === undefined ? runs.map(({ str }) => str).join('') : inColumns(seen, column)
  return {
    text: column === undefined ? text.replace(/\s+/g, ' ').trim() : text.trim(),
    height: Math.max(...seen.map(({ height }) => height)),
    gap: last === undefined ? undefined : vertical(last) - vertical(first),
    left: horizontal(first),
    column,
  }
}

/** The width of a letter; undefined where nothing tells it. */
function columnOf(runs: readonly TextRun[]): number | undefined {
  const [longest] = runs.toSorted((a, b) => b.str.length - a.str.length)
  const width = longest === undefined ? 0 : longest.width / longest.str.length
  return width > 0 ? width : undefined
}

/** The most columns of white space between two runs of a line. */
const WIDEST_SPACE = 40

/** Runs of a line with as much white space between them as on the page. */
function inColumns(runs: readonly TextRun[], column: number): string {
  let text = ''
  let end: number | undefined
  for (const run of runs) {
    const begin = horizontal(run)
    const space = end === undefined ? 0 : Math.min(WIDEST_SPACE, Math.round((begin - end) / column))
    text += `${' '.repeat(Math.max(0, space))}${run.str.replace(/\s/g, ' ')}`
    end = begin + run.width
  }
  return text
}

const horizontal = (run: TextRun) => run.transform[4] ?? 0
const vertical = (run: TextRun) => run.transform[5] ?? 0
