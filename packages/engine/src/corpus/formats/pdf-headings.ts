import { commonest, type PageLine } from './pdf-lines.ts'

/** Letters this much higher than those of most of the text are a heading's. */
const LARGER = 1.15
/** UTF-16 units: a longer line in large letters is a paragraph, and so is a shorter one in bold letters. */
const LONGEST = 150
const LONGEST_BOLD = 80
/** Markdown and HTML know no deeper headings. */
const LAST_LEVEL = 6
/** Where so many letters are bold, that tells nothing. */
const MOST_BOLD = 0.5
/** The number of a section, of as many parts as the section is deep. */
const NUMBERED = /^\d{1,3}(?:\.\d{1,3}){0,4}\.?\s/

/**
 * The level of each heading: of what the outline names, of what is set larger than most of the text, and of short lines in bold
 * letters above text that is not.
 */
export function headingLevels(
  pages: readonly (readonly PageLine[])[],
  { body, named, isText }: { body: number; named: ReadonlyMap<PageLine, number>; isText: (line: PageLine) => boolean },
): ReadonlyMap<PageLine, number> {
  const lines = pages.flat()
  const larger = lines.filter(
    ({ text, height }) => round(height) > LARGER * body && text.length <= LONGEST && /\p{L}{2}/u.test(text) && body > 0,
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
  const levels = new Map([...new Set([...named.keys(), ...larger])].map((line) => [line, levelOf(line)]))
  if (named.size === 0) {
    const above = heights.length
    const isFree = (line: PageLine) => isText(line) && !levels.has(line)
    for (const line of boldHeadings(lines, isFree)) levels.set(line, above + depthOf(line.text))
  }
  return new Map([...levels].map(([line, level]) => [line, Math.min(LAST_LEVEL, level)]))
}

/** How deep a section is by its number; 1 without one. */
function depthOf(text: string): number {
  const parts = NUMBERED.exec(text)?.[0].match(/\d+/g) ?? []
  return Math.max(1, parts.length)
}

function boldHeadings(lines: readonly PageLine[], isText: (line: PageLine) => boolean): PageLine[] {
  const lettersOf = (some: readonly PageLine[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  if (lettersOf(lines.filter(({ isBold }) => isBold)) > MOST_BOLD * lettersOf(lines)) return []
  const edge = commonest(lines.map(({ right }) => [Math.round(right), 1]))
  return lines.filter((line, at) => {
    const next = lines[at + 1]
    const before = lines[at - 1]
    if (!line.isBold || line.text.length > LONGEST_BOLD || !isText(line) || line.stretches.length > 1) return false
    if (next === undefined || next.isBold || (next.gap ?? 0) <= 0 || (before?.isBold && isText(before))) return false
    return /\p{L}{2}/u.test(line.text) && !/[.,;:]$/.test(line.text) && line.right < edge - line.height
  })
}

/** Heights of the same letters differ a little from run to run. */
export function round(height: number): number {
  return Math.round(height * 2) / 2
}
