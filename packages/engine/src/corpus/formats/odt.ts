import { readHtml } from '../readers/html.ts'
import { type DocumentParts, metadataOf } from '../readers/metadata.ts'
import { escapeHtml, parseXml, textsIn, type XmlElement } from './xml.ts'
import { readZipped } from './zip.ts'

/** What is no part of the text: remarks, what was deleted, forms, and the numbers of notes. */
const SKIPPED = new Set(
  'tracked-changes annotation forms sequence-decls note-citation table-of-content hidden-text desc title binary-data'.split(
    ' ',
  ),
)
/** The most times that an empty cell, or a row, is repeated. */
const MOST_REPEATED = 100

/** The elements of HTML for those of OpenDocument. */
const SAME: Readonly<Record<string, string>> = {
  list: 'ul',
  'list-item': 'li',
  table: 'table',
  'table-header-rows': 'thead',
  'table-row': 'tr',
}

/**
 * Reads a text of OpenDocument (LibreOffice Writer): headings, text, lists, tables and notes, without hidden text.
 * @throws {UnreadableContentError} for a broken or protected file
 */
export async function readOdt(bytes: Uint8Array): Promise<DocumentParts> {
  return await readZipped(bytes, 'OpenDocument text', async (zip) => {
    if (!zip.has('content.xml')) throw new Error('it has no text')
    const writer = new OdtWriter()
    await parseXml(zip.text('content.xml'), writer)
    const texts = await textsIn(zip.text('meta.xml'))
    const about = metadataOf({
      title: texts.get('title')?.[0],
      authors: texts.get('initial-creator') ?? texts.get('creator'),
      date: texts.get('creation-date')?.[0] ?? texts.get('date')?.[0],
      language: texts.get('language')?.[0],
    })
    const parts = readHtml(writer.html)
    return { ...parts, ...about }
  })
}

/** Makes HTML of a text of OpenDocument, as its elements come. */
class OdtWriter {
  #html = ''
  #skipping = 0
  /** Styles whose text is not shown. */
  readonly #hidden = new Set<string>()
  #style = ''
  /** What each open element ends with. */
  readonly #ends: string[] = []
  /** Notes of the paragraph that is read, and the note that is read. */
  #notes = ''
  #paragraphs = 0
  #outer: { html: string; paragraphs: number } | undefined

  get html(): string {
    return this.#html
  }

  open(element: XmlElement): void {
    const { name, get } = element
    if (name === 'style') this.#style = get('name') ?? ''
    if (name === 'text-properties' && get('display') === 'none') this.#hidden.add(this.#style)
    if (this.#skipping > 0 || SKIPPED.has(name) || this.#hidden.has(get('style-name') ?? '')) {
      this.#skipping += 1
      return
    }
    this.#ends.push(this.#begin(name, get))
  }

  text(text: string): void {
    if (this.#skipping === 0 && this.#paragraphs > 0) this.#html += escapeHtml(text)
  }

  close({ name }: XmlElement): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1
      return
    }
    this.#html += this.#ends.pop() ?? ''
    if (name === 'note-body' && this.#outer) {
      this.#notes += this.#html
      this.#html = this.#outer.html
      this.#paragraphs = this.#outer.paragraphs
      this.#outer = undefined
    }
    if (name !== 'p' && name !== 'h') return
    this.#paragraphs -= 1
    if (this.#paragraphs > 0 || this.#outer) return
    this.#html += this.#notes
    this.#notes = ''
  }

  /** Writes what an element begins with; gives what it ends with. */
  #begin(name: string, get: XmlElement['get']): string {
    if (name === 'note-body') {
      this.#outer = { html: this.#html, paragraphs: this.#paragraphs }
      this.#html = ''
      this.#paragraphs = 0
      return ''
    }
    if (name === 'h' || name === 'p') {
      this.#paragraphs += 1
      const level = name === 'h' ? Number(get('outline-level') ?? 1) : Number(get('style-name') === 'Title')
      return this.#tag(level > 0 ? `h${Math.min(6, level)}` : 'p')
    }
    if (name === 's') this.#html += ' '
    else if (name === 'tab') this.#html += ' '
    else if (name === 'line-break') this.#html += '<br>'
    else if (name === 'table-cell') return this.#cell(get)
    const same = SAME[name]
    return same === undefined ? '' : this.#tag(same)
  }

  #tag(name: string): string {
    this.#html += `<${name}>`
    return `</${name}>`
  }

  #cell(get: XmlElement['get']): string {
    const spanOf = (attribute: string) => Math.min(MOST_REPEATED, Number(get(attribute) ?? 1) || 1)
    const spans = `colspan="${spanOf('number-columns-spanned')}" rowspan="${spanOf('number-rows-spanned')}"`
    this.#html += `<td ${spans}>`
    return `</td>${'<td></td>'.repeat(spanOf('number-columns-repeated') - 1)}`
  }
}
