import { isProse, LINE_HEAD } from './line-rules.ts'

/** A line at the foot or the head of so many pages, at least, leads through them. */
const LEAST_PAGES = 2
/** "[Page 12]" at the end of a line, "- 12 -" or "12" alone. */
const PAGE_NUMBER = /(?:\[page \d{1,4}\]|^\s*(?:- ?)?\d{1,4}(?: ?-)?)$/i
/** What ends a paragraph; where a page ends otherwise, its last one goes on on the next. */
const ENDED = /[.:;!?]["”)]*$/

/** The words of a line whatever numbers it has: those of pages differ. */
const shapeOf = (line: string): string => line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()

/** A page without the empty lines around its own, which are its first and its last. */
function pageOf(text: string): string[] {
  const first = text.search(/\S/)
  if (first === -1) return []
  return text
    .slice(text.lastIndexOf('\n', first) + 1)
    .trimEnd()
    .split('\n')
}

/** Tells whether a line is one of several that are alike. */
function repeatedIn(lines: readonly (string | undefined)[]): (line: string | undefined) => boolean {
  const counts = new Map<string, number>()
  for (const line of lines) if (line !== undefined) counts.set(shapeOf(line), (counts.get(shapeOf(line)) ?? 0) + 1)
  return (line) => line !== undefined && (counts.get(shapeOf(line)) ?? 0) >= LEAST_PAGES
}

/**
 * A text that was set on pages parted by form feeds, without what stands at the foot and the head of each; a paragraph that
 * goes on on the next page is whole.
 */
export function withoutPageBreaks(text: string): string {
  if (!text.includes('\f')) return text
  const pages = text.split('\f').map(pageOf)
  const isFoot = repeatedIn(pages.map((page) => page.at(-1)))
  const isHead = repeatedIn(pages.map(([head]) => head))
  let out = ''
  for (const [at, page] of pages.entries()) {
    const hasFoot = isFoot(page.at(-1)) || PAGE_NUMBER.test(page.at(-1)?.slice(-LINE_HEAD) ?? '')
    const own = page.slice(at > 0 && isHead(page[0]) ? 1 : 0, hasFoot ? -1 : undefined)
    const words = own
      .join('\n')
      .replace(/^(?:[^\S\n]*\n)+/, '')
      .trimEnd()
    if (words !== '') out = out === '' ? words : `${out}${goesOn(out, words) ? '\n' : '\n\n'}${words}`
  }
  return `${out}\n`
}

/** Whether the first paragraph of a page goes on with the last one of the page before. */
function goesOn(before: string, after: string): boolean {
  const last = before.slice(before.lastIndexOf('\n') + 1)
  const [first = ''] = after.split('\n', 1)
  const isSet = last.search(/\S/) === first.search(/\S/)
  return isSet && !ENDED.test(last) && (isProse(last) || /^\s*\p{Ll}/u.test(first))
}
