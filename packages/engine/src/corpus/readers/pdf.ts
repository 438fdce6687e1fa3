import { getDocumentProxy } from 'unpdf'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'
import { joinPages, type PageLine } from './pdf-pages.ts'

/** A page with fewer characters than this holds its number and no text to speak of. */
const SPARSE_PAGE = 16
/** Lines further apart than this many heights of their letters belong to different paragraphs: beyond single spacing. */
const PARAGRAPH_GAP = 1.9

/** A run of text on a page, as PDF.js gives it. */
interface TextRun {
  str: string
  transform: number[]
  height: number
  hasEOL: boolean
}

/**
 * Reads a PDF's text layer, page by page. Lines within a paragraph are soft wraps; headings are what is set larger than
 * the rest. To be called in a thread that can be ended: PDF.js works without a pause, and abandons rejections.
 * @throws {UnreadableContentError} for a broken, protected or scanned file
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentParts> {
  try {
    return await extractPdf(bytes)
  } catch (error) {
    if (error instanceof UnreadableContentError) throw error
    const isProtected = error instanceof Error && error.name === 'PasswordException'
    const problem = isProtected ? 'is protected by a password' : 'is not a readable PDF (broken or cut short)'
    throw new UnreadableContentError(problem, { cause: error })
  }
}

async function extractPdf(bytes: Uint8Array): Promise<DocumentParts> {
  // PDF.js wants plain bytes, and takes them for itself.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true })
  const pages: PageLine[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(linesOf(items.filter((item): item is typeof item & TextRun => 'str' in item)))
    page.cleanup()
  }
  const about = await titleAndAuthors(pdf)
  await pdf.loadingTask.destroy()
  return { ...about, ...joined(pages) }
}

function joined(pages: readonly PageLine[][]): DocumentParts {
  const length = (page: readonly PageLine[]) => page.reduce((sum, { text }) => sum + text.length, 0)
  const sparse = pages.filter((page) => length(page) < SPARSE_PAGE).length
  if (sparse === pages.length) {
    throw new UnreadableContentError('contains no text (a scanned PDF needs text recognition first)')
  }
  const parts = joinPages(pages)
  return sparse === 0 ? parts : { ...parts, warning: `has ${sparse} of ${pages.length} pages without text` }
}

/** The lines of a page. */
function linesOf(runs: readonly TextRun[]): PageLine[] {
  const lines: PageLine[] = []
  let text = ''
  let height = 0
  let apart = false
  let last: TextRun | undefined
  const end = () => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line !== '') lines.push({ text: line, height, apart })
    text = ''
    height = 0
  }
  for (const run of runs) {
    const isBlank = run.str.trim() === ''
    if (last !== undefined && text.trim() === '' && !isBlank) {
      apart = vertical(last) - vertical(run) > PARAGRAPH_GAP * Math.max(last.height, run.height)
    }
    text += run.str
    if (!isBlank) {
      height = Math.max(height, run.height)
      last = run
    }
    if (run.hasEOL) end()
  }
  end()
  return lines
}

function vertical(run: TextRun): number {
  return run.transform[5] ?? 0
}

async function titleAndAuthors(pdf: { getMetadata(): Promise<{ info: unknown }> }): Promise<Partial<DocumentParts>> {
  // The dates in a PDF are of the file, not of what it says, so no year is taken from there.
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Title, Author } = Object(info) as { Title?: unknown; Author?: unknown }
  const title = oneLine(Title)
  const authors = oneLine(Author)
    .split(/\s*;\s*/)
    .filter((author) => author !== '')
  return { ...(title === '' ? {} : { title }), ...(authors.length === 0 ? {} : { authors }) }
}

function oneLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}
