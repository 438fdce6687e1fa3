import { readHtml } from '#corpus/readers/html.ts'
import type { DocumentParts } from '#corpus/readers/metadata.ts'
import { readPdf } from '#corpus/readers/pdf.ts'
import { LONGEST_HEADING } from '#corpus/readers/text-builder.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import { hiddenByStyleSheets, hidesText, withoutInvisible } from '#guard/hidden-text.ts'
import { isInstruction } from '#guard/instructions.ts'
import { neutralise } from '#guard/neutralise.ts'
import { unlink } from '#guard/unlink.ts'
import { cut } from '#language/cut.ts'
import { decodePage } from './decode-page.ts'
import { FetchFailure } from './failure.ts'
import { FETCH_LIMITS, type FetchedPage } from './guarded-fetch.ts'
import { sourceTypeOf } from './source-type.ts'

/** The media types that are read. */
export const PAGE_TYPES = [
  'text/html',
  'application/xhtml+xml',
  'application/pdf',
  'text/plain',
  'text/markdown',
] as const

/** Fewer words than this are a shell that a script would fill, or a notice that stands in for the page. */
const LEAST_WORDS = 50
/** Milliseconds for a PDF: half as long again as it may take to come; it is not worth the minute of an own file. */
const PDF_MS = 1.5 * FETCH_LIMITS.ms

/**
 * Makes a document of a fetched page: the text that its readers see, with what the page says of itself.
 * @throws {FetchFailure} `unreadable` where it holds too little to be the page that was meant
 */
export async function readPage(page: FetchedPage, signal: AbortSignal): Promise<DocumentDraft> {
  const { parts, html = '' } = page.type === 'application/pdf' ? await pdfParts(page, signal) : textParts(page)
  const text = withoutInvisible(parts.text).trim()
  if (text.split(/\s+/, LEAST_WORDS).length < LEAST_WORDS && text.length < 4 * LEAST_WORDS) {
    throw new FetchFailure('unreadable', 'contains hardly any text')
  }
  const { blocks: _, warning: __, url: ___, title, ...metadata } = parts
  return {
    ...metadata,
    title: soundTitle(cut(title ?? '', LONGEST_HEADING)) || titleOf(page.url),
    text,
    url: page.url.href,
    sourceType: sourceTypeOf(page.url, html),
  }
}

interface Read {
  parts: DocumentParts
  html?: string
}

async function pdfParts({ bytes }: FetchedPage, signal: AbortSignal): Promise<Read> {
  try {
    return { parts: await readPdf(bytes, { signal, timeLimit: PDF_MS }) }
  } catch (error) {
    signal.throwIfAborted()
    throw new FetchFailure('unreadable', 'is not a readable PDF', { cause: error })
  }
}

function textParts({ type, bytes, charset }: FetchedPage): Read {
  const text = decodePage(bytes, charset)
  if (type === 'text/plain' || type === 'text/markdown') return { parts: { text } }
  const hidden = hiddenByStyleSheets(text)
  try {
    const parts = readHtml(text, (attributes) => hidden(attributes) || hidesText(attributes['style'] ?? ''))
    return { parts, html: text }
  } catch (error) {
    throw new FetchFailure('unreadable', 'cannot be read', { cause: error })
  }
}

/** A page's title where it is one: it stands before what is quoted, so it leads nowhere and asks for nothing. */
function soundTitle(title: string): string {
  return isInstruction(title) ? '' : unlink(neutralise(title)).replace(/\s+/g, ' ').trim()
}

/** A name for a page that gives itself none: the last readable part of its address. */
function titleOf({ hostname, pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '')
  if (last === undefined) return hostname
  const words = decodeSafely(last)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+]+/g, ' ')
    .trim()
  return words === '' ? hostname : words
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
