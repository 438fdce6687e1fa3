import { extname } from 'node:path'
import { decodeUtf8 } from './decode.ts'
import type { DocumentParts } from './metadata.ts'

type Reader = (bytes: Uint8Array) => DocumentParts | Promise<DocumentParts>

const readMarkdownFile: Reader = async (bytes) => (await import('./markdown.ts')).readMarkdown(decodeUtf8(bytes))
const readWeb: Reader = async (bytes) => (await import('./html.ts')).readHtml(decodeUtf8(bytes))

// Parsers are loaded when the first file needs them.
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['.md', readMarkdownFile],
  ['.markdown', readMarkdownFile],
  ['.mdx', async (bytes) => (await import('./mdx.ts')).readMdx(decodeUtf8(bytes))],
  ['.html', readWeb],
  ['.htm', readWeb],
  ['.txt', async (bytes) => (await import('./text.ts')).readText(decodeUtf8(bytes))],
  ['.rst', async (bytes) => (await import('./rst.ts')).readRst(decodeUtf8(bytes))],
  ['.adoc', async (bytes) => (await import('./adoc.ts')).readAdoc(decodeUtf8(bytes))],
  ['.csv', async (bytes) => (await import('./csv.ts')).readCsv(decodeUtf8(bytes))],
  ['.docx', async (bytes) => (await import('./docx.ts')).readDocx(bytes)],
  ['.pdf', async (bytes) => (await import('./pdf.ts')).readPdf(bytes)],
])

/** The endings of the files that are read as one document, in lower case. */
export const DOCUMENT_EXTENSIONS: ReadonlySet<string> = new Set(READERS.keys())

/** The endings of all files that are read: those, and files of records. */
export const EXTENSIONS: ReadonlySet<string> = new Set([...DOCUMENT_EXTENSIONS, '.jsonl'])

/** The ending that decides how a file is read, in lower case. */
export function extensionOf(path: string): string {
  return extname(path).toLowerCase()
}

/**
 * Reads a file's bytes by its ending.
 * @throws {UnreadableContentError} for what cannot be read; what a parser threw at a file that nobody foresaw
 */
export async function readBytes(extension: string, bytes: Uint8Array): Promise<DocumentParts> {
  const reader = READERS.get(extension)
  if (reader === undefined) throw new TypeError(`no reader for ${extension}`)
  return await reader(bytes)
}
