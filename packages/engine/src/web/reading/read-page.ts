import { UnreadableContentError } from '#corpus/readers/decode.ts'
import { readHtml } from '#corpus/readers/html.ts'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { DocumentParts } from '#corpus/readers/metadata.ts'
import { readText } from '#corpus/readers/text.ts'
import type { DocumentDraft } from '#corpus/types.ts'
import { soundField } from '#guard/sound-field.ts'
import { visibilityOf } from '#guard/style-sheets.ts'
import { LONGEST_TITLE } from '#language/visible.ts'
import { cleanText } from './clean-blocks.ts'
import { decodePage } from './decode-page.ts'
import { HARDLY_ANY_TEXT } from './hardly-any-text.ts'
import { soundMetadata } from './sound-metadata.ts'
import { sourceTypeOf } from './source-type.ts'

/** The bytes of a page, and what its server says of them. */
export interface PageBytes {
  /** After redirects. */
  url: string
  /** Lower case, without parameters. */
  type: string
  charset?: string
  bytes: Uint8Array
  /** What it is called, where that is known from elsewhere. */
  title?: string
}

/** Fewer words than this are a shell that a script would fill, or a notice that stands in for the page. */
const LEAST_WORDS = 50
/** Elements of a page: a page that people read has some thousands, the longest of them tens of thousands. */
const MOST_ELEMENTS = 150_000

/**
 * Makes a document of a page: the text that its readers see, with what the page says of itself. To be called in a thread
 * that can be ended.
 * @throws {UnreadableContentError} where it cannot be read, or holds too little to be the page that was meant
 */
export async function readPage({ url: address, title: known, ...page }: PageBytes): Promise<DocumentDraft> {
  const url = new URL(address)
  const { parts, html = '' } = await partsOf(page)
  const clean = cleanText(parts)
  const { text } = clean
  if (text.trim().split(/\s+/, LEAST_WORDS).length < LEAST_WORDS && text.trim().length < 4 * LEAST_WORDS) {
    throw new UnreadableContentError(HARDLY_ANY_TEXT)
  }
  return {
    ...soundMetadata(parts),
    ...clean,
    title: soundField(known ?? parts.title ?? '', LONGEST_TITLE) || titleOf(url),
    url: address,
    sourceType: sourceTypeOf(url, html),
  }
}

async function partsOf({
  type,
  bytes,
  charset,
}: Omit<PageBytes, 'url' | 'title'>): Promise<{ parts: DocumentParts; html?: string }> {
  if (type === 'application/pdf') {
    const { readPdf } = await import('#corpus/formats/pdf.ts')
    return { parts: await readPdf(bytes) }
  }
  const text = decodePage(bytes, charset)
  if (type === 'text/plain') return { parts: readText(text) }
  if (type === 'text/markdown') return { parts: readMarkdown(text) }
  return { parts: readHtml(text, { visibility: visibilityOf(text), mostElements: MOST_ELEMENTS }), html: text }
}

/** A name for a page that gives itself none: the last readable part of its address. */
function titleOf({ hostname, pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  const words = decodeSafely(last)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+]+/g, ' ')
  return soundField(words, LONGEST_TITLE) || hostname
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
