import type { PageLine } from './pdf-lines.ts'

/** Points by which lines that begin in the same place may differ. */
const SAME_PLACE = 2
/** The most columns by which a line of code is indented. */
const DEEPEST = 80

/**
 * The lines of a page that are code, each with the columns by which it is indented: all letters of these have the same width.
 * `mayBe`: tells of a line by its index whether it is neither heading nor running head.
 */
export function codeLines(
  page: readonly PageLine[],
  mayBe: (at: number) => boolean,
  isApart: (line: PageLine, before: PageLine | undefined) => boolean,
): ReadonlyMap<PageLine, number> {
  const code = new Map<PageLine, number>()
  for (let at = 0; at < page.length; at += 1) {
    let end = at
    while (page[end]?.column !== undefined && mayBe(end)) end += 1
    const lines = page.slice(at, end)
    if (lines.length > 0 && !isOfParagraph(page, at, end, isApart)) {
      const left = Math.min(...lines.map((line) => line.left))
      for (const line of lines) {
        const columns = Math.round((line.left - left) / (line.column ?? 1))
        code.set(line, Math.min(DEEPEST, Math.max(0, columns)))
      }
    }
    at = Math.max(at, end - 1)
  }
  return code
}

/** Whether a single line is filled by a long name within a paragraph. */
function isOfParagraph(
  page: readonly PageLine[],
  at: number,
  end: number,
  isApart: (line: PageLine, before: PageLine | undefined) => boolean,
): boolean {
  const [before, line, next] = [page[at - 1], page[at], page[end]]
  if (end - at > 1 || line === undefined || before === undefined || isApart(line, before)) return false
  const isFlush = Math.abs(line.left - before.left) < SAME_PLACE
  return isFlush && (next === undefined || isApart(next, line) || Math.abs(next.left - line.left) < SAME_PLACE)
}
