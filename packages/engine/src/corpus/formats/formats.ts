import { basename, extname } from 'node:path'
import { declaredEncoding, decodeText } from '../readers/decode.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { LANGUAGES } from './source-languages.ts'

/** A file's content, as its reader needs it. */
interface Content {
  bytes: Uint8Array
  /** Its ending, in lower case. */
  extension: string
  /** Of a file with text: what it says. */
  text: string
}

type Read = (content: Content) => DocumentParts | Promise<DocumentParts>

/** How a format is read. `bytes`: its content is no text. `declares`: it may name its encoding at its beginning. */
interface Format {
  read: Read
  is?: 'bytes' | 'declares'
}

const ofText = (read: Read): Format => ({ read })
const ofBytes = (read: Read): Format => ({ read, is: 'bytes' })

const markdown = ofText(async ({ text }) => (await import('../readers/markdown.ts')).readMarkdown(text))
const page: Format = { read: async ({ text }) => (await import('../readers/html.ts')).readHtml(text), is: 'declares' }
const plain = ofText(async ({ text }) => (await import('../readers/text.ts')).readText(text))
const asciidoc = ofText(async ({ text }) => (await import('../readers/adoc.ts')).readAdoc(text))
const restructured = ofText(async ({ text }) => (await import('../readers/rst.ts')).readRst(text))
const table = ofText(async ({ text }) => (await import('../readers/csv.ts')).readCsv(text))
const subtitles = ofText(async ({ text }) => (await import('./subtitles.ts')).readSubtitles(text))
const manual = ofText(async ({ text }) => (await import('./man.ts')).readMan(text))
const source = ofText(async ({ text, extension }) => (await import('./source-code.ts')).readSource(text, extension))

/** A file of records, which is read a piece at a time. */
export const RECORDS: ReadonlySet<string> = new Set(['.jsonl', '.ndjson'])
/** A file of messages, each a document. */
export const MAILBOX = '.mbox'

// Parsers are loaded when the first file needs them.
const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...spread(['.md', '.markdown', '.mdown', '.mkd', '.mkdn', '.qmd', '.rmd'], markdown),
  ['.mdx', ofText(async ({ text }) => (await import('../readers/mdx.ts')).readMdx(text))],
  ...spread(['.html', '.htm', '.xhtml', '.shtml'], page),
  ...spread(['.txt', '.text', '.log'], plain),
  ...spread(['.rst', '.rest'], restructured),
  ...spread(['.adoc', '.asciidoc'], asciidoc),
  ...spread(['.csv', '.tsv'], table),
  ['.docx', ofBytes(async ({ bytes }) => (await import('./docx.ts')).readDocx(bytes))],
  ['.odt', ofBytes(async ({ bytes }) => (await import('./odt.ts')).readOdt(bytes))],
  ['.pptx', ofBytes(async ({ bytes }) => (await import('./pptx.ts')).readPptx(bytes))],
  ['.xlsx', ofBytes(async ({ bytes }) => (await import('./xlsx.ts')).readXlsx(bytes))],
  ['.epub', ofBytes(async ({ bytes }) => (await import('./epub.ts')).readEpub(bytes))],
  ['.pdf', ofBytes(async ({ bytes }) => (await import('./pdf.ts')).readPdf(bytes))],
  ['.ipynb', ofText(async ({ text }) => (await import('./notebook.ts')).readNotebook(text))],
  ['.org', ofText(async ({ text }) => (await import('./org.ts')).readOrg(text))],
  ...spread(['.1', '.2', '.3', '.4', '.5', '.6', '.7', '.8', '.9', '.man'], manual),
  ['.eml', ofBytes(async ({ bytes }) => (await import('./mail.ts')).readMail(bytes))],
  ...spread(['.srt', '.vtt'], subtitles),
  ...spread([...LANGUAGES.keys()], source),
])

function spread(extensions: readonly string[], format: Format): [string, Format][] {
  return extensions.map((extension) => [extension, format])
}

/** The endings of all files that are read. */
const EXTENSIONS: ReadonlySet<string> = new Set([...FORMATS.keys(), ...RECORDS, MAILBOX])

/** Names of texts that have no ending. */
const PLAIN_NAMES =
  /^(?:authors|changelog|changes|contributing|contributors|copying|copyright|faq|history|install|licen[cs]e|news|notice|readme|todo)$/i

/** What decides how a file is read: its ending, in lower case, or ".txt" for a text whose name is known without one. */
export function extensionOf(path: string): string {
  const extension = extname(path).toLowerCase()
  return extension === '' && PLAIN_NAMES.test(basename(path)) ? '.txt' : extension
}

/** Whether files of this name are read. */
export function isRead(path: string): boolean {
  return EXTENSIONS.has(extensionOf(path))
}

/**
 * Reads a file's bytes by its name. `encoding`: that of a text which is no UTF-8 and does not tell its own.
 * @throws {UnreadableContentError} for what cannot be read; what a parser threw at a file that nobody foresaw
 */
export async function readBytes(path: string, bytes: Uint8Array, encoding?: string): Promise<DocumentParts> {
  const extension = extensionOf(path)
  const format = FORMATS.get(extension)
  if (format === undefined) throw new TypeError(`no reader for ${extension}`)
  if (format.is === 'bytes') return await format.read({ bytes, extension, text: '' })
  const declared = format.is === 'declares' ? declaredEncoding(bytes) : undefined
  const { text, warning } = decodeText(bytes, { declared, otherwise: encoding })
  const parts = await format.read({ bytes, extension, text })
  const warnings = [warning, parts.warning].filter((each) => each !== undefined)
  return { ...parts, ...(warnings.length > 0 && { warning: warnings.join('; ') }) }
}
