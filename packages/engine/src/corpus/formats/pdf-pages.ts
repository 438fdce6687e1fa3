import { textBlocks } from '../readers/text.ts'
import type { Block } from '../types.ts'
import { codeLines } from './pdf-code.ts'
import { headingLevels, round } from './pdf-headings.ts'
import { runningHeads } from './pdf-heads.ts'
import { commonest, type PageLine } from './pdf-lines.ts'
import { type OutlineEntry, outlined } from './pdf-outline.ts'
import { tableRows } from './pdf-tables.ts'

/** A word that is cut at the end of its line. */
const CUT_WORD = /\p{Ll}[-\u00ad]$/u
/** Lines further apart than this many heights of their letters belong to different paragraphs: beyond single spacing. */
const PARAGRAPH_GAP = 1.9
/** The same in distances of one line from the next, where these are known: the manuals read leave 1.3 to 1.5 between paragraphs. */
const PARAGRAPH_LINES = 1.2
/** Fewer lines tell nothing of the distance between two. */
const LEAST_LINES = 20
/** A line of a paragraph that goes on is filled as far as this, as a share of the widest. */
const FILLED = 0.85

/** A text, its blocks, and what it may be called: the largest line of its first page. */
export interface JoinedPages {
  text: string
  blocks: Block[]
  largest: string | undefined
}

/** Makes a text of pages: a line break within a paragraph, which may go on over a page or a column, a blank line where the gap is wide. */
export function joinPages(all: readonly (readonly PageLine[])[], outline: readonly OutlineEntry[] = []): JoinedPages {
  const body = bodyOf(all)
  const heads = runningHeads(all)
  const { pages, levels: named } = outlined(all, outline)
  const rows = new Map(pages.flatMap((page) => [...tableRows(page.filter((line) => !heads.has(line)))]))
  const isText = (line: PageLine) => !heads.has(line) && !rows.has(line)
  const levels = headingLevels(pages, { body: body.height, named, isText })
  for (const line of rows.keys()) if (levels.has(line)) rows.delete(line)
  const isApart = apartIn(body)
  const writer = new PageWriter({ isApart, levels, rows, widest: widestOf(pages) })
  for (const [at, page] of pages.entries()) {
    const code = codeLines(
      page,
      (line) => isText(page[line] as PageLine) && !levels.has(page[line] as PageLine),
      isApart,
    )
    writer.page(at + 1, page, code, heads)
  }
  return { ...writer.finish(), largest: largestOf(pages, levels) }
}

interface Written {
  isApart: (line: PageLine, before: PageLine | undefined) => boolean
  levels: ReadonlyMap<PageLine, number>
  rows: ReadonlyMap<PageLine, { text: string; number: number }>
  widest: number
}

/** Writes the lines of pages one after the other. */
class PageWriter {
  readonly #how: Written
  readonly #parts: string[] = []
  readonly #known = new Map<number, Pick<Block, 'kind' | 'level'>>()
  /** Where the first line of each page begins, and where each row. */
  readonly #pages: { start: number; page: number }[] = []
  readonly #numbers = new Map<number, number>()
  /** Heads and feet: they stand where a paragraph ends. */
  #furniture: string[] = []
  #length = 0
  /** The last line of text, and whether it is code. */
  #last: { line: PageLine; isCode: boolean } | undefined

  constructor(how: Written) {
    this.#how = how
  }

  page(
    number: number,
    lines: readonly PageLine[],
    code: ReadonlyMap<PageLine, number>,
    heads: ReadonlySet<PageLine>,
  ): void {
    let before: PageLine | undefined
    for (const line of lines) {
      if (heads.has(line)) {
        this.#furniture.push(line.text)
        continue
      }
      const last = this.#last
      const isBreak = before === undefined || (line.gap ?? 0) < 0
      before = line
      const indent = code.get(line)
      const gap =
        last === undefined
          ? this.#furniture.length > 0
            ? '\n\n'
            : ''
          : this.#gapBefore(line, last, indent !== undefined, isBreak)
      this.#last = { line, isCode: indent !== undefined }
      this.#line(line, gap, indent)
      if (this.#pages.at(-1)?.page !== number)
        this.#pages.push({ start: this.#length - line.text.length, page: number })
    }
  }

  finish(): { text: string; blocks: Block[] } {
    this.#writeFurniture(this.#length === 0 ? '' : '\n\n')
    const text = this.#parts.join('')
    const blocks = textBlocks(text, this.#known, { isTypeset: true })
    let at = 0
    return {
      text,
      blocks: blocks.map((block) => {
        while ((this.#pages[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= block.start) at += 1
        const page = this.#pages[at]?.page
        const number = this.#numbers.get(block.start)
        return { ...block, ...(number !== undefined && { number }), ...(page !== undefined && { page }) }
      }),
    }
  }

  #gapBefore(line: PageLine, last: { line: PageLine; isCode: boolean }, isCode: boolean, isBreak: boolean): string {
    const { isApart, levels, rows, widest } = this.#how
    const isOther =
      isCode !== last.isCode || levels.get(line) !== levels.get(last.line) || rows.has(line) !== rows.has(last.line)
    if (isOther || rows.get(line)?.number === 0) return '\n\n'
    if (isBreak ? !goesOn(line, last.line, widest) : isApart(line, last.line)) return isBreak && isCode ? '\n' : '\n\n'
    return rows.has(line) || isCode || !isSplitText(line, last.line) ? '\n' : ''
  }

  #line(line: PageLine, gap: string, indent: number | undefined): void {
    const { levels, rows } = this.#how
    const level = levels.get(line)
    const row = rows.get(line)
    if (gap === '\n\n' || this.#length === 0) this.#writeFurniture(gap)
    // A word cut at the end of its line is whole again: nobody searches for its halves.
    const isCut =
      gap === '\n' && indent === undefined && CUT_WORD.test(this.#parts.at(-1) ?? '') && /^\p{Ll}/u.test(line.text)
    if (isCut) {
      const last = this.#parts.pop() ?? ''
      this.#length -= last.length
      this.#add(last.slice(0, -1) + line.text)
      return
    }
    this.#add(this.#length === 0 ? '' : gap)
    if (level !== undefined) this.#known.set(this.#length, { kind: 'heading', level })
    else if (row !== undefined) this.#known.set(this.#length, { kind: 'row' })
    else if (indent !== undefined) this.#known.set(this.#length, { kind: 'code' })
    if (row !== undefined) this.#numbers.set(this.#length, row.number)
    this.#add(row?.text ?? ' '.repeat(indent ?? 0) + line.text)
  }

  #writeFurniture(gap: string): void {
    for (const text of this.#furniture) {
      this.#add(this.#length === 0 ? '' : gap || '\n\n')
      this.#known.set(this.#length, { kind: 'furniture' })
      this.#add(text)
    }
    this.#furniture = []
  }

  #add(part: string): void {
    this.#parts.push(part)
    this.#length += part.length
  }
}

const SENTENCE_END = /[.!?…:;。！？：；]["'”’)\]»」』]*$/u

/** Whether a paragraph goes on in a line on the next page or in the next column. */
function goesOn(line: PageLine, last: PageLine, widest: number): boolean {
  if (SENTENCE_END.test(last.text) || round(line.height) !== round(last.height)) return false
  return /^[\p{Ll}\p{N}]/u.test(line.text) || last.right - last.left > FILLED * widest
}

const NO_SPACE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，！？：；）」』ー]/u

/** Whether a line break splits text that is written without spaces. */
function isSplitText(line: PageLine, last: PageLine): boolean {
  return NO_SPACE.test(last.text.slice(-1)) && NO_SPACE.test(line.text.slice(0, 1))
}

/** The width of most lines of text. */
function widestOf(pages: readonly (readonly PageLine[])[]): number {
  return commonest(pages.flat().map(({ left, right, text }) => [Math.round(right - left), text.length]))
}

/** The largest heading on the first page with text, in its lines. */
function largestOf(pages: readonly (readonly PageLine[])[], levels: ReadonlyMap<PageLine, number>): string | undefined {
  const first = pages.find((page) => page.length > 0) ?? []
  const headings = first.filter((line) => levels.has(line))
  const height = Math.max(...headings.map((line) => round(line.height)))
  const at = headings.findIndex((line) => round(line.height) === height)
  if (at < 0) return undefined
  let end = at + 1
  while (headings[end] !== undefined && round(headings[end]?.height ?? 0) === height) end += 1
  return headings
    .slice(at, end)
    .map(({ text }) => text)
    .join(' ')
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

/** Tells whether a line stands farther from the one before it than lines of a paragraph do. */
function apartIn({ height, distance }: Body): (line: PageLine, before: PageLine | undefined) => boolean {
  return (line, before) => {
    if (line.gap === undefined || before === undefined) return false
    const letters = Math.max(line.height, before.height)
    if (distance === undefined || height === 0) return line.gap > PARAGRAPH_GAP * letters
    return line.gap > (PARAGRAPH_LINES * distance * letters) / height
  }
}
