import { posix } from 'node:path'
import { readHtml } from '../readers/html.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { aboutIn } from './docx.ts'
import { joinParts, type Part } from './join-parts.ts'
import { escapeHtml, parseXml, type XmlElement } from './xml.ts'
import { readZipped, type Zip } from './zip.ts'

/**
 * Reads slides of PowerPoint in their order: titles, texts, tables and notes; slides that are not shown are left out. The number
 * of a slide is that of its page.
 * @throws {UnreadableContentError} for a broken or protected file
 */
export async function readPptx(bytes: Uint8Array): Promise<DocumentParts> {
  return await readZipped(bytes, 'PowerPoint presentation', async (zip) => {
    const main = 'ppt/presentation.xml'
    const order: string[] = []
    await parseXml(zip.text(main), {
      open({ name, get }) {
        if (name === 'sldId') order.push(get('r:id') ?? '')
      },
    })
    const slides = await targetsOf(zip, main)
    const parts: Part[] = []
    for (const [at, id] of order.entries()) {
      const slide = slides.get(id)?.file
      const html = slide === undefined ? '' : await slideHtml(zip, slide)
      const { text, blocks = [] } = readHtml(html)
      parts.push({ text, blocks: blocks.map((block) => ({ ...block, page: at + 1 })) })
    }
    const about = await aboutIn(zip)
    const { text, blocks } = joinParts(parts)
    const first = blocks.find(({ kind }) => kind === 'heading')
    const title = about.title ?? (first && text.slice(first.start, first.end))
    return { ...about, ...(title !== undefined && { title }), text, blocks }
  })
}

/** What a file of Office refers to within its document, by its name for it. */
export async function targetsOf(zip: Zip, file: string): Promise<ReadonlyMap<string, { file: string; type: string }>> {
  const targets = new Map<string, { file: string; type: string }>()
  const folder = posix.dirname(file)
  await parseXml(zip.text(`${folder}/_rels/${posix.basename(file)}.rels`), {
    open({ name, get }) {
      if (name !== 'Relationship' || get('TargetMode') === 'External') return
      const target = get('Target') ?? ''
      const place = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      targets.set(get('Id') ?? '', { file: place, type: get('Type') ?? '' })
    },
  })
  return targets
}

async function slideHtml(zip: Zip, slide: string): Promise<string> {
  const writer = new SlideWriter()
  await parseXml(zip.text(slide), writer)
  if (writer.isHidden) return ''
  const notes = [...(await targetsOf(zip, slide)).values()].find(({ type }) => type.endsWith('/notesSlide'))
  if (notes === undefined) return writer.html
  const noted = new SlideWriter(true)
  await parseXml(zip.text(notes.file), noted)
  return writer.html + noted.html
}

/** What stands in a place for something else than the text: its date, its number, the slide beside the notes. */
const FURNITURE = new Set(['dt', 'sldNum', 'ftr', 'hdr', 'sldImg'])

/** Makes HTML of a slide, as its elements come. */
class SlideWriter {
  isHidden = false
  html = ''
  readonly #isNotes: boolean
  /** What the place is for. */
  #kind = ''
  #text = ''
  #level = 0
  #isText = false
  #isCell = false

  constructor(isNotes = false) {
    this.#isNotes = isNotes
  }

  open({ name, get }: XmlElement): void {
    if (name === 'sld') this.isHidden = get('show') === '0'
    else if (name === 'sp') this.#kind = ''
    else if (name === 'ph') this.#kind = get('type') ?? 'body'
    else if (name === 'p') {
      this.#text = ''
      this.#level = 0
    } else if (name === 'pPr') this.#level = Number(get('lvl') ?? 0)
    else if (name === 't') this.#isText = true
    else if (name === 'br') this.#text += '<br>'
    else if (name === 'tbl') this.html += '<table>'
    else if (name === 'tr') this.html += '<tr>'
    else if (name === 'tc') this.#beginCell(get)
  }

  text(text: string): void {
    if (this.#isText) this.#text += escapeHtml(text)
  }

  close({ name }: XmlElement): void {
    if (name === 't') this.#isText = false
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#endCell()
    else if (name === 'tr') this.html += '</tr>'
    else if (name === 'tbl') this.html += '</table>'
  }

  #beginCell(get: XmlElement['get']): void {
    this.#isCell = true
    const [columns, rows] = [Number(get('gridSpan') ?? 1), Number(get('rowSpan') ?? 1)]
    // Cells that another one covers are written, too.
    const isCovered = get('hMerge') === '1' || get('vMerge') === '1'
    this.html += isCovered ? '<template>' : `<td colspan="${columns || 1}" rowspan="${rows || 1}">`
    this.#cells.push(isCovered ? '</template>' : '</td>')
  }

  readonly #cells: string[] = []

  #endCell(): void {
    this.html += this.#cells.pop() ?? ''
    this.#isCell = this.#cells.length > 0
  }

  #endParagraph(): void {
    const text = this.#text.trim()
    this.#text = ''
    if (text === '' || FURNITURE.has(this.#kind)) return
    const isTitle = /title$/i.test(this.#kind) && this.#kind !== 'subTitle'
    if (this.#isCell) this.html += `<p>${text}</p>`
    else if (isTitle && !this.#isNotes) this.html += `<h2>${text}</h2>`
    else if (this.#kind === 'body' && !this.#isNotes)
      this.html += `${'<ul><li>'.repeat(Math.min(5, this.#level) + 1)}${text}${'</li></ul>'.repeat(Math.min(5, this.#level) + 1)}`
    else this.html += `<p>${text}</p>`
  }
}
