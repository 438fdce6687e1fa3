import { type KnownLines, lineAt, linesOf, type TextLine } from './text-lines.ts'

const TITLE = /^(?:table of contents|contents|list of (?:tables|figures|examples|illustrations))$/i
/** What titles begin with where they stand, and not where they are listed. */
const CAPTION = /^(?:table|figure|example|chapter|section|part|appendix)\s+(?=\d|[A-Z]\.)/i
/** A longer line is a part of running text. */
const LONGEST_ENTRY = 120
/** Lines that an entry runs on for, and that are wrapped otherwise where it is a heading. */
const WRAPPED = 10

/** "1. Locks", "* 1.1. Gates" */
const NUMBERED = /^(?:[*•-]\s+)?(?:\d{1,3}|[A-Z])\.(?:\d+(?:\.\d+)*\.?)?\s+\S/
const ANY_TITLE = /^[^\S\r\n\u2028\u2029]*(?:table of contents|contents|list of \w+)[^\S\n]*$/im
const ANY_NUMBERED = /^[^\S\r\n\u2028\u2029]*(?:[*•-]\s+)?\d{1,3}\.\d{1,3}\.?\s+\S/m
/** Fewer numbered lines that come again are steps of which somebody reminds. */
const LEAST_NUMBERED = 8

/** A title with a single line that comes again stands above a section. */
const LEAST_TITLED = 2

type Entry = TextLine & { key: string; at: number }

/**
 * The lines of tables of contents, which lead the reader to other places: those that come again further down, as headings,
 * below a title that says so or numbered as these are.
 */
export function contentsIn(text: string): KnownLines {
  const found = new Map<number, { kind: 'furniture' }>()
  if (!ANY_TITLE.test(text) && !ANY_NUMBERED.test(text)) return found
  const lines = [...linesOf(text)].map(({ from, to }, at) => {
    const line = lineAt(text, from, to)
    return line && { ...line, at, key: keyOf(line.head) }
  })
  const last = new Map(lines.flatMap((line) => (line ? [[line.key, line.at] as const] : [])))
  const comesAgain = (line: Entry | undefined) =>
    line !== undefined && line.key !== '' && line.head.length <= LONGEST_ENTRY && (last.get(line.key) ?? 0) > line.at
  for (const line of lines) {
    if (line === undefined || found.has(line.from)) continue
    const isTitle = TITLE.test(line.head)
    if (!isTitle && (!NUMBERED.test(line.head) || !comesAgain(line))) continue
    const isEntry = (each: Entry | undefined) => comesAgain(each) && (isTitle || NUMBERED.test(each?.head ?? ''))
    const listed = lines.slice(line.at, endOfContents(lines, line.at, isEntry)).filter((each) => each !== undefined)
    if (listed.length < (isTitle ? LEAST_TITLED : LEAST_NUMBERED)) continue
    for (const { from } of listed) found.set(from, { kind: 'furniture' })
  }
  return found
}

/** The words of a title, whatever stands between them. */
export function keyOf(title: string): string {
  const words =
    title
      .replace(/\s+/g, ' ')
      .replace(CAPTION, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join(' ').toLowerCase()
}

/** The line behind the last entry of a table of contents. */
function endOfContents(
  lines: readonly (Entry | undefined)[],
  title: number,
  comesAgain: (line: Entry | undefined) => boolean,
): number {
  let end = title + 1
  for (let at = title + 1; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) continue
    const isEntry = comesAgain(line)
    // Behind an entry a line may be what is left of one that is wrapped, or the beginning of one.
    const mayGoOn = lines[at - 1] !== undefined || NUMBERED.test(line.head)
    const goesOn = !isEntry && mayGoOn && lines.slice(at, at + WRAPPED).some(comesAgain)
    if (!isEntry && !goesOn) break
    end = at + 1
  }
  return end
}
