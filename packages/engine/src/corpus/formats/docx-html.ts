import { type DocxList, type DocxStyle, type DocxStyles, isOn } from './docx-styles.ts'
import { OfficeFormula } from './office-formula.ts'
import { escapeHtml, type XmlElement, type XmlHandlers } from './xml.ts'

/** What is no part of the text: what was deleted or moved away, instructions of fields, and a second form of the same. */
const SKIPPED = new Set([
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'w:delText',
  'mc:Fallback',
  'w:rPrChange',
  'w:pPrChange',
])

interface Paragraph {
  html: string
  style: DocxStyle | undefined
  list: DocxList | undefined
  level: number | undefined
}

interface Run {
  text: string
  isHidden: boolean
  shift: '' | 'sup' | 'sub'
}

interface Cell {
  html: string
  columns: number
  merge: '' | 'begins' | 'goes on'
}

interface Table {
  /** By its column, the content of a cell that goes on in the rows below. */
  above: Map<number, string>
  row: string
  column: number
  cell: Cell
  isHeader: boolean
}

/** Makes HTML of the text of a document of Word, as its elements come. */
export class DocxWriter implements XmlHandlers {
  /** What the paragraphs of the style "Title" say. */
  title: string | undefined
  readonly #styles: DocxStyles
  readonly #notes: ReadonlyMap<string, string>
  /** Parts of the text, outside of tables. */
  readonly #parts: string[] = []
  #skipping = 0
  readonly #paragraphs: Paragraph[] = []
  readonly #tables: Table[] = []
  #run: Run | undefined
  #formula: OfficeFormula | undefined
  #isText = false
  /** Text boxes and notes of the paragraph that is read. */
  #after = ''
  #lists: string[] = []
  /** The drawing that is read stands in a line, as a letter does. */
  #isInLine = false

  constructor(styles: DocxStyles, notes: ReadonlyMap<string, string>) {
    this.#styles = styles
    this.#notes = notes
  }

  get html(): string {
    this.#closeLists(0)
    return this.#parts.join('')
  }

  open(element: XmlElement): void {
    const { name, space } = element
    const paragraph = this.#paragraphs.at(-1)
    if (this.#skipping > 0 || SKIPPED.has(`${space}:${name}`)) {
      this.#skipping += 1
      return
    }
    if (space === 'm') {
      if (name === 'oMath') this.#formula = new OfficeFormula()
      this.#formula?.open(element)
    } else if (space === 'w') this.#open(name, element)
    else if (name === 'inline' || name === 'anchor') this.#isInLine = name === 'inline'
    else if (name === 'docPr' && this.#isInLine && paragraph)
      paragraph.html += `<img alt="${escapeHtml(element.get('descr') ?? '…')}">`
  }

  text(text: string): void {
    if (this.#skipping > 0) return
    if (this.#formula) this.#formula.text(text)
    else if (this.#isText && this.#run) this.#run.text += text
  }

  close({ name, space }: XmlElement): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1
      return
    }
    if (space === 'm') {
      this.#formula?.close(name)
      if (name === 'oMath') this.#endFormula()
    } else if (space === 'w') this.#close(name)
  }

  #open(name: string, { get }: XmlElement): void {
    const value = get('val')
    const paragraph = this.#paragraphs.at(-1)
    const run = this.#run
    const table = this.#tables.at(-1)
    if (name === 'p') this.#paragraphs.push({ html: '', style: undefined, list: undefined, level: undefined })
    else if (name === 'r') this.#run = { text: '', isHidden: paragraph?.style?.isHidden === true, shift: '' }
    else if (name === 't') this.#isText = true
    else if (name === 'tbl') this.#beginTable()
    else if (run) this.#inRun(name, value, run, get)
    else if (paragraph) this.#inParagraph(name, value, paragraph)
    else if (table) inTable(name, value, table, get)
  }

  #inRun(name: string, value: string | undefined, run: Run, get: XmlElement['get']): void {
    if (name === 'vanish') run.isHidden = isOn(value)
    else if (name === 'rStyle') run.isHidden ||= this.#styles.styleOf(value)?.isHidden === true
    else if (name === 'vertAlign') run.shift = value === 'superscript' ? 'sup' : value === 'subscript' ? 'sub' : ''
    else if (name === 'tab') run.text += '\t'
    else if (name === 'br' || name === 'cr') run.text += get('type') === undefined ? '\n' : ' '
    else if (name === 'noBreakHyphen') run.text += '\u2011'
    else if (name === 'footnoteReference' || name === 'endnoteReference')
      this.#after += this.#notes.get(`${name.replace('Reference', '')} ${get('id')}`) ?? ''
  }

  #inParagraph(name: string, value: string | undefined, paragraph: Paragraph): void {
    if (name === 'pStyle') paragraph.style = this.#styles.styleOf(value)
    else if (name === 'numId') paragraph.list = { ...paragraph.list, ...(value !== undefined && { id: value }) }
    else if (name === 'ilvl') paragraph.list = { ...paragraph.list, depth: Number(value) }
    else if (name === 'outlineLvl' && Number(value) < 9) paragraph.level = Number(value) + 1
  }

  #close(name: string): void {
    if (name === 't') this.#isText = false
    else if (name === 'r') this.#endRun()
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tc') this.#endCell()
    else if (name === 'tr') this.#endRow()
    else if (name === 'tbl') this.#endTable()
  }

  #endRun(): void {
    const [run, paragraph] = [this.#run, this.#paragraphs.at(-1)]
    this.#run = undefined
    if (!run || !paragraph || run.isHidden || run.text === '') return
    const html = escapeHtml(run.text).replace(/\n/g, '<br>')
    paragraph.html += run.shift === '' ? html : `<${run.shift}>${html}</${run.shift}>`
  }

  #endFormula(): void {
    const [formula, paragraph] = [this.#formula, this.#paragraphs.at(-1)]
    this.#formula = undefined
    if (formula && paragraph) paragraph.html += `<math>${formula.html}</math>`
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (paragraph === undefined) return
    const html = this.#shown(paragraph)
    // What stands in a text box comes after the paragraph that it is fixed to.
    if (this.#paragraphs.length > 0) this.#after += html
    else {
      const after = this.#after
      this.#after = ''
      this.#write(html)
      this.#write(after)
    }
  }

  #shown({ html, style, list = style?.list, level = style?.level }: Paragraph): string {
    const text = html.trim()
    const name = style?.name ?? ''
    if (text === '' || /^toc (?:\d|heading)/.test(name)) return ''
    const isInside = this.#tables.length > 0 || this.#paragraphs.length > 0
    if (name === 'title' && !isInside) {
      const words = text.replace(/<\/?\w{1,9}>/g, ' ').replace(/\s+/g, ' ')
      this.title ??= words
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      return this.#heading(1, text)
    }
    const depth = /^heading (\d)/.exec(name)?.[1] ?? level
    // Below the title, sections are one deeper.
    if (depth !== undefined && !isInside) return this.#heading(Number(depth) + (this.title === undefined ? 0 : 1), text)
    if (list?.id !== undefined && list.id !== '0' && !isInside) return this.#item(list, text)
    return isInside ? `<p>${text}</p>` : `${this.#closeLists(0)}<p>${text}</p>`
  }

  #heading(level: number, html: string): string {
    const name = `h${Math.min(6, level)}`
    return `${this.#closeLists(0)}<${name}>${html}</${name}>`
  }

  #item(list: DocxList, html: string): string {
    const depth = Math.min(8, list.depth ?? 0) + 1
    const name = this.#styles.isNumbered(list) ? 'ol' : 'ul'
    const isOther = this.#lists.length >= depth && this.#lists[depth - 1] !== name
    let opened = this.#closeLists(isOther ? depth - 1 : depth)
    if (this.#lists.length === depth) opened += '</li><li>'
    while (this.#lists.length < depth) {
      this.#lists.push(name)
      opened += `<${name}><li>`
    }
    return `${opened}${html}`
  }

  /** Ends lists that are deeper. */
  #closeLists(depth: number): string {
    let closed = ''
    while (this.#lists.length > depth) closed += `</li></${this.#lists.pop()}>`
    if (depth === 0 && closed !== '') {
      this.#parts.push(closed)
      return ''
    }
    return closed
  }

  #beginTable(): void {
    if (this.#tables.length === 0) this.#write(`${this.#closeLists(0)}<table>`)
    const cell: Cell = { html: '', columns: 1, merge: '' }
    this.#tables.push({ above: new Map(), row: '', column: 0, cell, isHeader: false })
  }

  #endCell(): void {
    const table = this.#tables.at(-1)
    if (table === undefined) return
    const { cell, column, above } = table
    // A cell stands in every row that it covers.
    const html = cell.merge === 'goes on' ? (above.get(column) ?? cell.html) : cell.html
    if (cell.merge === '') above.delete(column)
    else above.set(column, html)
    const name = table.isHeader ? 'th' : 'td'
    table.row += `<${name}${cell.columns > 1 ? ` colspan="${cell.columns}"` : ''}>${html}</${name}>`
    table.column += cell.columns
    table.cell = { html: '', columns: 1, merge: '' }
  }

  #endRow(): void {
    const table = this.#tables.at(-1)
    if (table === undefined) return
    const row = `<tr>${table.row}</tr>`
    // What stands in a table within a cell is text of the cell.
    const outer = this.#tables.at(-2)
    if (outer) outer.cell.html += `<p>${row.replace(/<\/?t[rdh][^>]{0,20}>/g, ' ')}</p>`
    else this.#parts.push(table.isHeader ? `<thead>${row}</thead>` : row)
    table.row = ''
    table.column = 0
    table.isHeader = false
  }

  #endTable(): void {
    this.#tables.pop()
    if (this.#tables.length > 0) return
    this.#parts.push('</table>')
  }

  /** Writes what stands where the paragraph that is read stands. */
  #write(html: string): void {
    const table = this.#tables.at(-1)
    if (table) table.cell.html += html
    else if (html !== '') this.#parts.push(html)
  }
}

/** The most columns of a table. */
const MOST_COLUMNS = 100

function inTable(name: string, value: string | undefined, table: Table, get: XmlElement['get']): void {
  if (name === 'gridSpan') table.cell.columns = Math.min(MOST_COLUMNS, Math.max(1, Number(value) || 1))
  else if (name === 'vMerge') table.cell.merge = value === 'restart' ? 'begins' : 'goes on'
  else if (name === 'tblHeader') table.isHeader = isOn(value)
  else if (name === 'gridBefore') {
    const columns = Math.min(MOST_COLUMNS, Number(value) || 0)
    table.row += '<td></td>'.repeat(columns)
    table.column += columns
  } else if (name === 'hMerge' && get('val') !== 'restart') table.cell.merge = ''
}
