import { getDocumentProxy } from 'unpdf'
import { UnreadableContentError } from '../readers/decode.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { linesOf, type PageLine, type TextRun } from './pdf-lines.ts'
import { type OutlineEntry, outlineOf } from './pdf-outline.ts'
import { joinPages } from './pdf-pages.ts'

/** A page with fewer characters than this holds its number and no text to speak of. */
const SPARSE_PAGE = 16
/**
 * Reads a PDF's text layer, page by page. Lines within a paragraph are soft wraps; headings are what its outline names
 * and what is set larger than the rest; code is what is set in letters of one width. To be called in a thread that can be
 * ended: PDF.js works without a pause, and abandons rejections.
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
    const { items, styles } = await page.getTextContent()
    const isMonospaced = (fontName: string) => styles[fontName]?.fontFamily === 'monospace'
    const runs = items.filter((item): item is typeof item & TextRun => 'str' in item)
    pages.push(linesOf(runs, isMonospaced))
    page.cleanup()
  }
  const about = await titleAndAuthors(pdf)
  const outline = await outlineOf(pdf)
  await pdf.loadingTask.destroy()
  return { ...about, ...joined(pages, outline) }
}

function joined(pages: readonly PageLine[][], outline: readonly OutlineEntry[]): DocumentParts {
  const length = (page: readonly PageLine[]) => page.reduce((sum, { text }) => sum + text.length, 0)
  const sparse = pages.filter((page) => length(page) < SPARSE_PAGE).length
  if (sparse === pages.length) {
    throw new UnreadableContentError('contains no text (a scanned PDF needs text recognition first)')
  }
  const parts = joinPages(pages, outline)
  return sparse === 0 ? parts : { ...parts, warning: `has ${sparse} of ${pages.length} pages without text` }
}

async function titleAndAuthors(pdf: { getMetadata(): Promise<{ info: unknown }> }): Promise<Partial<DocumentParts>> {
  // The dates in a PDF are of the file, not of what it says, so no year is taken from there.
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Title, Author } = Object(info) as { Title?: unknown; Author?: unknown }
  const title = oneLine(Title)
  const authors = oneLine(Author)
    .split(/ ?; ?/)
    .filter((author) => author !== '')
  return { ...(title === '' ? {} : { title }), ...(authors.length === 0 ? {} : { authors }) }
}

function oneLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}
