import type { PageElement } from './element-roles.ts'
import { InlineCode } from './inline-code.ts'
import { BOX_LEVEL, termLevel } from './section-path.ts'
import { isPage, readText } from './text.ts'
import type { TextBuilder } from './text-builder.ts'

const LISTS = new Set(['ul', 'ol'])
/** `language-js`, `lang-js`, `highlight-source-js`, `brush: js` */
const CODE_LANGUAGE = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#.-]{1,30})/i
/** What the link of a heading to itself, or to its source, shows. */
const PERMALINK = /^\s*(?:[¶§#🔗⬆↑]\uFE0F?|\[source\])\s*$/u
/** The mark of a note: "[23]" */
const NOTE_MARK = /^\s*\[(?:\d{1,3}|\p{Ll}|\*)\]\s*$/u
/** A list leads through its page where nearly all of it is links to places in the page. */
const LINKS = 0.8

interface List {
  /** The number of the next item; undefined where they have none. */
  next: number | undefined
  items: number
  definitions: boolean
}

/** A table so far: its rows, whether the first is its header and of how many columns, and the cells of the row that is written. */
interface Table {
  rows: number
  header: boolean
  columns: number
  head: number
  data: number
  /** It holds questions, each the heading of its answer. */
  asks: boolean
}

const NO_ROWS: Table = { rows: 0, header: false, columns: 0, head: 0, data: 0, asks: false }

/** Lays out what is shown: lists with their markers, tables in rows, code as it stands. */
export class Layout {
  readonly #builder: TextBuilder
  readonly #lists: List[] = []
  /** Of each box that is open whether its title is still to come, and of which level that is. */
  readonly #boxes: { isBegun: boolean; level: number }[] = []
  /** Items of the list in a cell. */
  #cellItems = 0
  readonly #tables: Table[] = []
  #preformatted: string | undefined
  readonly #inline: InlineCode
  #examples = 0
  #notes = 0
  #language: string | undefined
  /** Of the outermost list: where it began, and how much of it is links into the page. */
  #contents = { mark: 0, written: 0, linked: 0 }
  #linking = 0
  /** What the row that is written holds, in a table of questions. */
  #asked: 'question' | 'answer' | undefined

  constructor(builder: TextBuilder) {
    this.#builder = builder
    this.#inline = new InlineCode(builder)
  }

  begin(element: PageElement): void {
    const { name, attributes, nature } = element
    if (nature.isWithinWords) {
      this.#beginWithinWords(element)
      return
    }
    const builder = this.#builder
    this.#inline.writeEnded()
    if (nature.isInCell && this.#isInCell) {
      this.#beginInCell(name)
      return
    }
    if (nature.isBlock) this.#endBlock()
    if (element.isExample) this.#examples += 1
    if (element.isNavigation) builder.beginFurniture()
    if (element.isNotes) {
      this.#notes += 1
      builder.leaveSections()
    }
    if (element.isBox) this.#boxes.push({ isBegun: false, level: this.#boxLevel })
    if (this.#isTitle(element)) builder.beginHeading(this.#boxes.at(-1)?.level ?? BOX_LEVEL)
    else if (name === 'br') this.#inline.break()
    else if (name === 'li') this.#item()
    else if (name === 'tr') this.#row(element)
    else if (name === 'td' || name === 'th') this.#cell(name)
    else if (name === 'dt') builder.beginHeading(termLevel(this.#lists.length || 1))
    else if (name === 'figcaption' || name === 'caption') builder.caption()
    else if (nature.heading !== undefined) builder.beginHeading(nature.heading)
    else if (nature.isBlock) builder.block()
    if (name === 'p') this.#inline.beginParagraph()
    else if (name === 'blockquote') builder.beginQuote()
    else if (name === 'ol') this.#list(Number.parseInt(attributes['start'] ?? '1', 10) || 1)
    else if (name === 'ul') this.#list(undefined)
    else if (name === 'dl') this.#list(undefined, true)
    else if (name === 'table') this.#tables.push({ ...NO_ROWS })
    else if (name === 'pre') this.#code(element)
  }

  #beginWithinWords(element: PageElement): void {
    const { name, attributes, nature } = element
    const builder = this.#builder
    const address = name === 'a' ? attributes['href'] : undefined
    if (address !== undefined) builder.links.begin()
    if (element.isNavigation) builder.beginFurniture()
    if (nature.isTerm) builder.beginTerm()
    if (nature.isInlineCode && this.#preformatted === undefined) this.#inline.begin()
    if (address?.startsWith('#')) this.#linking += 1
    if (name === 'code' && this.#preformatted !== undefined) this.#code(element)
  }

  text(text: string): void {
    const isMark = this.#notes > 0 || this.#builder.isWithin
    if (this.#builder.links.isOpen && (PERMALINK.test(text) || (isMark && NOTE_MARK.test(text)))) return
    if (this.#lists.length > 0) {
      const { length } = text.trim()
      this.#contents.written += length
      if (this.#linking > 0) this.#contents.linked += length
    }
    if (this.#preformatted !== undefined) this.#preformatted += text
    else this.#inline.text(text)
  }

  end(element: PageElement): void {
    const { name, nature } = element
    if (nature.isWithinWords) {
      this.#endWithinWords(element)
      return
    }
    const builder = this.#builder
    this.#inline.writeEnded()
    if (nature.isInCell && this.#isInCell) {
      this.finish()
      builder.within(' ')
      return
    }
    if (nature.isBlock) this.#endBlock()
    if (element.isExample) this.#examples -= 1
    if (name === 'pre') this.#endCode()
    if (this.#asked !== undefined && name === 'tr') this.#endAsked()
    else if (name === 'tr') this.#endRow()
    if (this.#isTitle(element)) {
      builder.endHeading()
      const box = this.#boxes.at(-1)
      if (box) box.isBegun = true
    } else if (name === 'dt' || nature.heading !== undefined) builder.endHeading()
    else if (name === 'figcaption' || name === 'caption') builder.endCaption()
    else if (name === 'li') builder.endItem(this.#lists.length || 1)
    else if (nature.isBlock) builder.block()
    if (name === 'blockquote') builder.endQuote()
    else if (name === 'ol' || name === 'ul' || name === 'dl') this.#endList()
    else if (name === 'table') {
      if (this.#tables.pop()?.asks) builder.leave(this.#lists.length || 1)
      if (this.#tables.length === 0) builder.endTable()
    }
    if (element.isBox) builder.endBox(this.#boxes.pop()?.level ?? BOX_LEVEL)
    if (element.isNavigation) builder.endFurniture()
    if (element.isNotes) this.#notes -= 1
  }

  #endWithinWords(element: PageElement): void {
    const { name, attributes, nature } = element
    const builder = this.#builder
    const address = name === 'a' ? attributes['href'] : undefined
    if (nature.isInlineCode) this.#inline.end(this.#examples > 0)
    if (address !== undefined) builder.links.end()
    if (nature.isTerm) builder.endTerm()
    if (address?.startsWith('#')) this.#linking -= 1
    if (element.isNavigation) builder.endFurniture()
  }

  #endCode(): void {
    if (this.#preformatted === undefined) return
    if (this.#language === undefined && isPage(this.#preformatted)) this.#builder.page(readText(this.#preformatted))
    else this.#builder.code(this.#preformatted, this.#language)
    this.#preformatted = undefined
    this.#language = undefined
  }

  /** Of which level the title of a box is: within what explains a term, below that. */
  get #boxLevel(): number {
    const isInTerm = this.#lists.some(({ definitions }) => definitions)
    return isInTerm ? termLevel(this.#lists.length + 1) : BOX_LEVEL
  }

  /** Whether what follows stands in a cell below its table's header: a table that is there for its looks has none, or one column. */
  get #isInCell(): boolean {
    const table = this.#tables.at(-1)
    return table !== undefined && table.columns > 1 && table.rows > 1 && this.#preformatted === undefined
  }

  /** What is parted within a cell goes on in its row: the items of a list with commas. */
  #beginInCell(name: string): void {
    this.finish()
    this.#builder.within(name === 'li' && this.#cellItems > 0 ? ', ' : ' ')
    if (LISTS.has(name)) this.#cellItems = 0
    if (name === 'li') this.#cellItems += 1
  }

  /** Whether an element is the title of the innermost box, which has none yet. */
  #isTitle(element: PageElement): boolean {
    return this.#boxes.at(-1)?.isBegun === false && element.isBoxTitle
  }

  /** A block begins or ends. */
  #endBlock(): void {
    this.#inline.endBlock(this.#examples > 0)
  }

  /** All was read that goes on with a line. */
  finish(): void {
    this.#inline.finish(this.#examples > 0)
  }

  #list(next: number | undefined, definitions = false): void {
    if (this.#lists.length === 0) this.#contents = { mark: this.#builder.mark(), written: 0, linked: 0 }
    this.#lists.push({ next, items: 0, definitions })
  }

  #endList(): void {
    const { mark, written, linked } = this.#contents
    this.#builder.leave(this.#lists.length || 1)
    this.#lists.pop()
    if (this.#lists.length === 0 && linked > LINKS * written) this.#builder.madeFurniture(mark)
  }

  #item(): void {
    const list = this.#lists.at(-1)
    const number = list?.next
    if (list?.next !== undefined) list.next += 1
    const depth = this.#lists.length || 1
    const apart = this.#lists.filter(({ definitions }) => !definitions).length <= 1 && !list?.items
    this.#builder.item(number === undefined ? '-' : `${number}.`, apart, {
      depth,
      ...(number === undefined ? {} : { number }),
    })
    if (list !== undefined) list.items += 1
  }

  #row({ asked }: PageElement): void {
    this.#asked = asked
    if (this.#asked === 'question') this.#builder.beginHeading(termLevel(this.#lists.length || 1))
    if (this.#asked !== undefined) return
    const table = this.#tables.at(-1) ?? { ...NO_ROWS }
    this.#builder.row(table.rows === 0, table.header ? table.rows : table.rows + 1)
    table.rows += 1
    table.head = 0
    table.data = 0
  }

  #endAsked(): void {
    const table = this.#tables.at(-1)
    if (table !== undefined) table.asks = true
    if (this.#asked === 'question') this.#builder.endHeading()
    this.#asked = undefined
  }

  #cell(name: 'td' | 'th'): void {
    this.#cellItems = 0
    if (this.#asked === 'question') this.#builder.text(' ')
    else if (this.#asked === 'answer') this.#builder.block()
    if (this.#asked !== undefined) return
    const table = this.#tables.at(-1)
    const isLabelled = name === 'td' && table?.head === 1 && table.data === 0 && !table.header
    if (table !== undefined) table[name === 'th' ? 'head' : 'data'] += 1
    // A heading beside the picture of a note heads no column.
    const inHeader = name === 'th' && table?.data === 0
    this.#builder.cell({ labelled: isLabelled, inColumns: inHeader || table?.header === true })
  }

  /** A first row of nothing but headings is the header; what has one heading and one cell is a value behind its label. */
  #endRow(): void {
    const table = this.#tables.at(-1)
    if (table?.head === 1 && table.data === 1 && !table.header) this.#builder.labelledRow()
    if (table === undefined || table.rows !== 1 || table.head === 0 || table.data > 0) return
    table.header = true
    table.columns = table.head
    this.#builder.headerRow()
  }

  /** Lines of code begin, or what names their language within them. */
  #code({ name, attributes: { class: names = '', 'data-lang': named } }: PageElement): void {
    this.#language ??= (CODE_LANGUAGE.exec(names)?.[1] ?? named)?.toLowerCase()
    if (name === 'pre') this.#preformatted ??= ''
  }
}
