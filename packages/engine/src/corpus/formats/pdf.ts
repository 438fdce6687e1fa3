import { getDocumentProxy } from 'unpdf'
import { UnreadableContentError } from '../readers/decode.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { formRuns } from './pdf-forms.ts'
import { linesOf, type PageFonts, type PageLine } from './pdf-lines.ts'
import { type OutlineEntry, outlineOf } from './pdf-outline.ts'
import { joinPages } from './pdf-pages.ts'
import type { TextRun } from './pdf-runs.ts'

/** A page with fewer characters than this holds its number and no text to speak of. */
const SPARSE_PAGE = 16

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/**
 * Reads a PDF's text layer, page by page. Lines within a paragraph are soft wraps; headings are what its outline names, what is
 * set larger than the rest, and short bold lines; code is what is set in letters of one width. To be called in a thread that can
 * be ended: PDF.js works without a pause, and abandons rejections.
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

/** Pictures are no text: none is unpacked. In pixels. */
const LARGEST_PICTURE = 1

async function extractPdf(bytes: Uint8Array): Promise<DocumentParts> {
  // PDF.js wants plain bytes, and takes them for itself.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    maxImageSize: LARGEST_PICTURE,
  })
  const bold = new BoldFonts()
  const hasForm = (await pdf.getFieldObjects().catch(() => null)) !== null
  const pages: PageLine[][] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items, styles } = await page.getTextContent()
    const runs = items.filter((item): item is typeof item & TextRun => 'str' in item)
    await bold.lookAt(page, Object.keys(styles))
    const fonts: PageFonts = {
      isMonospaced: (name) => styles[name]?.fontFamily === 'monospace',
      isBold: (name) => bold.has(name),
    }
    const values = hasForm ? await formRuns(page) : []
    pages.push(linesOf([...runs, ...values], fonts, page.view))
    page.cleanup()
  }
  const about = await titleAndAuthors(pdf)
  const outline = await outlineOf(pdf)
  await pdf.loadingTask.destroy()
  return joined(pages, outline, about)
}

const BOLD = /bold|black|heavy|semibd|demi|-bd\b|cmbx|sfbx|nimbus\w{0,20}-medi/i

/** Pages that are prepared for drawing to learn what their fonts are called, which takes as long as reading them. */
const MOST_LOOKED_AT = 8

/** Knows which fonts of a file are bold. What a font is called is known once a page is about to be drawn. */
class BoldFonts {
  readonly #known = new Map<string, boolean>()
  #looked = 0

  has(name: string): boolean {
    return this.#known.get(name) === true
  }

  async lookAt(page: Page, names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.#known.has(name))
    if (unknown.length === 0 || this.#looked >= MOST_LOOKED_AT) return
    this.#looked += 1
    await page.getOperatorList().catch(() => undefined)
    for (const name of unknown) {
      const font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as { name?: string; bold?: boolean }) : {}
      this.#known.set(name, font.bold === true || BOLD.test(font.name ?? ''))
    }
  }
}

type About = Pick<DocumentParts, 'title' | 'authors'>

function joined(pages: readonly PageLine[][], outline: readonly OutlineEntry[], about: About): DocumentParts {
  const length = (page: readonly PageLine[]) => page.reduce((sum, { text }) => sum + text.length, 0)
  const sparse = pages.filter((page) => length(page) < SPARSE_PAGE).length
  if (sparse === pages.length) {
    throw new UnreadableContentError('contains no text (a scanned PDF needs text recognition first)')
  }
  const { largest, ...parts } = joinPages(pages, outline)
  const title = about.title ?? largest
  const named = { ...about, ...(title !== undefined && { title }), ...parts }
  return sparse === 0 ? named : { ...named, warning: `has ${sparse} of ${pages.length} pages without text` }
}

/** A title that a program has put there: the name of a file, its own, or that of nothing. */
const NO_TITLE = /\.[a-z]{2,5}$|^microsoft (?:word|powerpoint|excel)\b|^untitled|^about:|^(?:document|slide) ?\d{0,4}$/i
/** In one word, these are of the name of a file. */
const OF_A_FILE = /[_\d:]/
const NO_AUTHOR = /^(?:anonymous|unknown|user|admin|administrator|root|owner)$/i

async function titleAndAuthors(pdf: { getMetadata(): Promise<{ info: unknown }> }): Promise<About> {
  // The dates in a PDF are of the file, not of what it says, so no year is taken from there.
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const { Title, Author } = Object(info) as { Title?: unknown; Author?: unknown }
  const title = oneLine(Title)
  const authors = oneLine(Author)
    .split(/ ?; ?/)
    .filter((author) => author !== '' && !NO_AUTHOR.test(author))
  return {
    ...(title === '' || isNoTitle(title) ? {} : { title }),
    ...(authors.length === 0 ? {} : { authors }),
  }
}

function oneLine(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
}

function isNoTitle(title: string): boolean {
  return NO_TITLE.test(title) || (!title.includes(' ') && OF_A_FILE.test(title))
}
