import { escaped } from '#language/escape.ts'
import type { PageLine } from './pdf-lines.ts'

/** An entry of a PDF's outline, which viewers show beside the pages. */
export interface OutlineEntry {
  title: string
  /** 1 for the outermost. */
  level: number
  /** The index of the page that it leads to, where it or the next one has the heading. */
  page: number
}

/** What of a PDF its outline is read from. */
interface OutlinedFile {
  getOutline(): Promise<readonly OutlineNode[] | null>
  getDestination(name: string): Promise<unknown>
  getPageIndex(reference: never): Promise<number>
}

interface OutlineNode {
  title: string
  dest: unknown
  items: readonly OutlineNode[]
}

/** More entries than the longest manuals have: a broken file may hold any number. */
const MOST_ENTRIES = 20_000
/** Outlines are no deeper; a broken one may lead into itself. */
const DEEPEST = 20

/** The entries of a PDF's outline, in order; none where it has no outline, or a broken one. */
export async function outlineOf(pdf: OutlinedFile): Promise<OutlineEntry[]> {
  const nodes = await pdf.getOutline().catch(() => null)
  const entries: OutlineEntry[] = []
  const add = async (node: OutlineNode, level: number): Promise<void> => {
    if (entries.length >= MOST_ENTRIES || level > DEEPEST) return
    const page = await pageOf(pdf, node.dest).catch(() => undefined)
    if (page !== undefined) entries.push({ title: node.title, level, page })
    for (const item of node.items) await add(item, level + 1)
  }
  for (const node of nodes ?? []) await add(node, 1)
  return entries
}

async function pageOf(pdf: OutlinedFile, named: unknown): Promise<number | undefined> {
  const place = typeof named === 'string' ? await pdf.getDestination(named) : named
  const [page] = Array.isArray(place) ? (place as unknown[]) : []
  if (typeof page === 'number') return page
  return typeof page === 'object' && page !== null ? await pdf.getPageIndex(page as never) : undefined
}

/** A heading is set in no more lines. */
const MOST_LINES = 3
/** Fewer entries that stand on their pages are there by chance: the outline says something else than the headings. */
const FOUND = 0.5

/** Pages, and the lines of them that the entries of an outline name, each with its level. */
export interface Outlined {
  /** A heading that stands in one line with what follows is a line of its own. */
  pages: readonly (readonly PageLine[])[]
  levels: ReadonlyMap<PageLine, number>
}

/** Finds the headings that an outline names; none where it says something else than they do. */
export function outlined(all: readonly (readonly PageLine[])[], outline: readonly OutlineEntry[]): Outlined {
  const pages = all.map((page) => [...page])
  const levels = new Map<PageLine, number>()
  let found = 0
  for (const { title, level, page } of outline) {
    const near = pages.slice(page, page + 2)
    const isFree = (line: PageLine) => !levels.has(line)
    const whole = near.map((lines) => headedBy(plain(title), lines.filter(isFree)))
    const lines =
      whole.find((each) => each.length > 0) ?? near.flatMap((each) => runIn(title, each, isFree)).slice(0, 1)
    if (lines.length > 0) found += 1
    for (const line of lines) levels.set(line, level)
  }
  return found > FOUND * outline.length ? { pages, levels } : { pages: all, levels: new Map() }
}

/** Parts a title from the text that goes on in its line, on the first line of a page that is such: its heading. */
function runIn(title: string, page: PageLine[], isFree: (line: PageLine) => boolean): PageLine[] {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const begins = new RegExp(
    `^(?:[\\d.]+ )?${words.map(escaped).join('[^\\p{L}\\p{N}]{1,3}')}[.:]? (?=\\p{Lu}\\p{Ll}* \\p{Ll})`,
    'u',
  )
  const at = page.findIndex((line) => isFree(line) && begins.test(line.text))
  const [line, text] = [page[at], begins.exec(page[at]?.text ?? '')?.[0]]
  if (line === undefined || text === undefined) return []
  const heading = { ...line, text: text.trim() }
  page.splice(at, 1, heading, { ...line, text: line.text.slice(text.length), gap: 0 })
  return [heading]
}

/** The lines of a page that make up a title. */
function headedBy(title: string, lines: readonly PageLine[]): readonly PageLine[] {
  for (let at = 0; title !== '' && at < lines.length; at += 1) {
    let joined = ''
    for (let count = 1; count <= MOST_LINES && at + count <= lines.length; count += 1) {
      joined += ` ${lines[at + count - 1]?.text ?? ''}`
      const text = plain(joined)
      if (text === title) return lines.slice(at, at + count)
      if (!title.startsWith(text)) break
    }
  }
  return []
}

/** "Chapter 3.", "A.1", "12.3.1" before a title. */
const NUMBER =
  /^(?:(?:chapter|part|appendix|section)\s+)?(?:\d+(?:[.:]|(?!\d))|(?:[A-Z]|[IVXLC]+)[.:]?)(?:\d+(?:\.\d+)*\.?)?\s+(?=\S)/iu

/** What is the same in a heading and in the outline, which may leave its number out. */
function plain(title: string): string {
  const trimmed = title.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return trimmed
    .replace(NUMBER, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
