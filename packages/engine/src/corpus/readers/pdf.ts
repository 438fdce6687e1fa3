import { setImmediate as nextTurn } from 'node:timers/promises'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './parts.ts'

/** A page with fewer characters than this has no text to speak of. */
const SPARSE_PAGE = 16
/** Lines further apart than this many heights of their letters belong to different paragraphs. */
const PARAGRAPH_GAP = 1.9

/** A run of text on a page, as PDF.js gives it. */
interface TextRun {
  str: string
  transform: number[]
  height: number
  hasEOL: boolean
}

export interface PdfOptions {
  signal: AbortSignal
  /** Milliseconds for the whole file. Default: a minute. */
  timeLimit?: number
  /** Milliseconds from any fixed time. */
  clock?: () => number
}

/**
 * Reads a PDF's text layer, page by page. It knows no headings; lines within a paragraph are soft wraps.
 * @throws {UnreadableContentError} for a broken, protected or scanned file, or one that takes too long
 */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<DocumentParts> {
  const { signal, timeLimit = 60_000, clock = () => performance.now() } = options
  // PDF.js is a megabyte of code, for folders that hold no PDF.
  const { getDocumentProxy } = await import('unpdf')
  // The timer ends a wait that never ends; the clock ends work that lets no timer through.
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const deadline = clock() + timeLimit
  // A copy: PDF.js takes the buffer for itself.
  const loading = getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true })
  try {
    const pdf = await unlessAborted(loading, limit)
    const pages: string[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await unlessAborted(pdf.getPage(number), limit)
      const content = await unlessAborted(page.getTextContent(), limit)
      pages.push(pageText(content.items.filter((item): item is typeof item & TextRun => 'str' in item)))
      page.cleanup()
      if (clock() > deadline) throw new UnreadableContentError('takes too long to read')
      await nextTurn()
    }
    return { ...(await titleAndAuthors(pdf)), ...joined(pages) }
  } catch (error) {
    signal.throwIfAborted()
    throw limit.aborted ? new UnreadableContentError('takes too long to read') : unreadable(error)
  } finally {
    loading.then((pdf) => pdf.loadingTask.destroy()).catch(() => undefined)
  }
}

function joined(pages: readonly string[]): DocumentParts {
  const sparse = pages.filter((text) => text.length < SPARSE_PAGE).length
  if (sparse === pages.length) {
    throw new UnreadableContentError('holds no text (a scanned PDF needs text recognition first)')
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
  const title = typeof Title === 'string' ? Title.replace(/\s+/g, ' ').trim() : ''
  const author = typeof Author === 'string' ? Author.replace(/\s+/g, ' ').trim() : ''
  return {
    ...(title === '' ? {} : { title }),
    ...(author === '' ? {} : { authors: author.split(/\s*;\s*/).filter(Boolean) }),
  }
}

/** What PDF.js throws at files that are no sound PDF. */
const BROKEN = new Set(['InvalidPDFException', 'FormatError', 'XRefParseException', 'XRefEntryException'])

function unreadable(error: unknown): unknown {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return new UnreadableContentError('is protected by a password')
  if (!BROKEN.has(name)) return error
  return new UnreadableContentError('is not a readable PDF (broken or cut short)', { cause: error })
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    // The loser of the race must not count as an unhandled rejection.
    work.catch(() => undefined)
    aborted.catch(() => undefined)
  }
}
