import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'

/** What the worker answers, once. */
export type PdfAnswer = { parts: DocumentParts } | { problem: string }

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
 * Extracts a PDF's text layer, page by page. Lines within a paragraph are soft wraps; headings are not known.
 * @throws {UnreadableContentError} for a scanned file; PDF.js's errors for a broken or protected one
 */
async function extractPdf(bytes: Uint8Array): Promise<DocumentParts> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true })
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(pageText(items.filter((item): item is typeof item & TextRun => 'str' in item)))
    page.cleanup()
  }
  return { ...(await titleAndAuthors(pdf)), ...joined(pages) }
}

function joined(pages: readonly string[]): DocumentParts {
  const sparse = pages.filter((text) => text.length < SPARSE_PAGE).length
  if (sparse === pages.length) {
    throw new UnreadableContentError('contains no text (a scanned PDF needs text recognition first)')
  }
  const text = pages.filter((page) => page !== '').join('\n\n')
  return sparse === 0 ? { text } : { text, warning: `has ${sparse} of ${pages.length} pages without text` }
}

/** Puts a page's runs together: a line break within a paragraph, a blank line where the gap is wide. */
function pageText(runs: readonly TextRun[]): string {
  let text = ''
  let last: TextRun | undefined
  for (const run of runs) {
    const startsLine = text === '' || text.endsWith('\n')
    if (last !== undefined && startsLine && run.str.trim() !== '') {
      const fall = vertical(last) - vertical(run)
      if (fall > PARAGRAPH_GAP * Math.max(last.height, run.height)) text += '\n'
    }
    text += run.str
    if (run.hasEOL) text += '\n'
    if (run.str.trim() !== '') last = run
  }
  return (
    text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      // A word cut at the end of its line is whole again: nobody searches for its halves.
      .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
      .trim()
  )
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

function problemOf(error: unknown): string {
  if (error instanceof UnreadableContentError) return error.message
  if (error instanceof Error && error.name === 'PasswordException') return 'is protected by a password'
  return 'is not a readable PDF (broken or cut short)'
}

// PDF.js abandons work on broken parts of a file; whether the whole can be read shows below.
process.on('unhandledRejection', () => {})

const answer: PdfAnswer = await extractPdf(workerData as Uint8Array).then(
  (parts) => ({ parts }),
  (error: unknown) => ({ problem: problemOf(error) }),
)
parentPort?.postMessage(answer)
