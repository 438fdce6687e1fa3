import { type KnownLines, lineAt, linesOf, type TextLine } from './text-lines.ts'

const TITLE = /^(?:table of contents|contents|list of (?:tables|figures|examples|illustrations))$/i
/** What titles begin with where they stand, and not where they are listed. */
const CAPTION = /^(?:table|figure|example|chapter|section|part|appendix)\s+(?=\d|[A-Z]\.)/i
/** A longer line is a part of running text. */
const LONGEST_ENTRY = 120
/** Lines that an entry runs on for, and that are wrapped otherwise where it is a heading. */
const WRAPPED = 6

type Entry = TextLine & { key: string; at: number }

/**
 * The lines of tables of contents, which lead the reader to other places: those below a title that says so which come again
 * further down, as headings.
 */
export function contentsIn(text: string): KnownLines {
  const found = new Map<number, { kind: 'furniture' }>()
  if (!/^[^\S\n]*(?:table of contents|contents|list of \w+)[^\S\n]*$/im.test(text)) return found
  const lines = [...linesOf(text)].map(({ from, to }, at) => {
    const line = lineAt(text, from, to)
    return line && { ...line, at, key: keyOf(line.head) }
  })
  const last = new Map(lines.flatMap((line) => (line ? [[line.key, line.at] as const] : [])))
  const comesAgain = (line: Entry | undefined) =>
    line !== undefined && line.key !== '' && line.head.length <= LONGEST_ENTRY && (last.get(line.key) ?? 0) > line.at
  for (const title of lines) {
    if (title === undefined || !TITLE.test(title.head)) continue
    const end = endOfContents(lines, title.at, comesAgain)
    if (end <= title.at + 2) continue
    for (const line of lines.slice(title.at, end)) if (line) found.set(line.from, { kind: 'furniture' })
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
    // Behind an entry a line may be what is left of one that is wrapped.
    const goesOn = !isEntry && lines.slice(at, at + WRAPPED).some(comesAgain) && lines[at - 1] !== undefined
    if (!isEntry && !goesOn) break
    end = at + 1
  }
  return end
}
