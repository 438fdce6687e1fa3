import type { PageElement } from './element-roles.ts'
import { Formula } from './formula.ts'
import { InlineCode } from './inline-code.ts'
import { raisedText } from './raised-text.ts'
import { BOX_LEVEL, termLevel } from './section-path.ts'
import { Tables } from './tables.ts'
import type { TextBuilder } from './text-builder.ts'

/** `language-js`, `lang-js`, `highlight-source-js`, `brush: js` */
const CODE_LANGUAGE = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#.-]{1,30})/i
/** What the link of a heading to itself, or to its source, shows. */
const PERMALINK = /^\s*(?:[¶§#🔗⬆↑]\uFE0F?|\[source\])\s*$/u
/** The mark of a note: "[23]" */
const NOTE_MARK = /^\s*\[(?:\d{1,3}|\p{Ll}|\*)\]\s*$/u
/** UTF-16 units: longer words for a picture describe it, and are no part of the sentence that it stands in. */
const LONGEST_ALT = 100
/** A list leads through its page where nearly all of it is links to places in the page. */
const LINKS = 0.8

interface List {
  /** The number of the next item; undefined where they have none. */
  next: number | undefined
  items: number
  definitions: boolean
}

/** Lays out what is shown: lists with their markers, tables in rows, code as it stands. */
export class Layout {
  readonly #builder: TextBuilder
  readonly #lists: List[] = []
  /** Of each box that is open whether its title is still to come, and of which level that is. */
  readonly #boxes: { isBegun: boolean; level: number }[] = []
  readonly #tables: Tables
  /** Within a cell that is held: items of its list, and tables in it. */
  #inCell = { items: 0, tables: 0 }
  #preformatted: string | undefined
  readonly #inline: InlineCode
  #notes = 0
  #language: string | undefined
  /** Of the outermost list: where it began, and how much of it is links into the page. */
  #contents = { mark: 0, written: 0, linked: 0 }
  #linking = 0
  #formula: Formula | undefined
  /** A raised or lowered text so far, and whether it leads to a place in the page, as the mark of a note does. */
  #raised: { text: string; leads: boolean } | undefined
  /** How the letters above are read, in brackets behind all of them. */
  #reading: { text: string; isOpen: boolean } | undefined
  /** What stands for a picture or the like, should its line go on. */
  #leftOut = ''

  constructor(builder: TextBuilder) {
    this.#builder = builder
    this.#tables = new Tables(builder)
    this.#inline = new InlineCode(builder)
  }

  begin(element: PageElement): void {
    const { name, attributes, nature } = element
    if (this.#formula !== undefined || name === 'math') {
      this.#formula ??= new Formula()
      this.#formula.begin(name)
      return
    }
    if (nature.isWithinWords) {
      this.#beginWithinWords(element)
      return
    }
    const builder = this.#builder
    if (this.#reading && (name === 'rt' || name === 'rp')) {
      this.#reading.isOpen = true
      return
    }
    this.#inline.writeEnded()
    if (builder.isHolding) {
      this.#beginInCell(name)
      return
    }
    if (nature.isBlock) this.#inline.finish()
    if (element.isNavigation) builder.beginFurniture()
    if (element.isNotes) {
      this.#notes += 1
      builder.leaveSections()
    }
    if (element.isBox) this.#boxes.push({ isBegun: false, level: this.#boxLevel })
    if (this.#isTitle(element)) builder.beginHeading(this.#boxes.at(-1)?.level ?? BOX_LEVEL)
    else if (name === 'br') this.#inline.break()
    else if (name === 'img') this.leaveOut(attributes['alt'])
    else if (name === 'li') this.#item()
    else if (name === 'tr') this.#tables.beginRow()
    else if (name === 'td' || name === 'th') this.#cell(element)
    else if (name === 'dt') builder.beginHeading(termLevel(this.#lists.length || 1))
    else if (name === 'figcaption' || name === 'caption') builder.caption()
    else if (nature.heading !== undefined) builder.beginHeading(nature.heading)
    else if (nature.isBlock) builder.block()
    if (name === 'blockquote') builder.beginQuote()
    else if (name === 'ol') this.#list(Number.parseInt(attributes['start'] ?? '1', 10) || 1)
    else if (name === 'ul') this.#list(undefined)
    else if (name === 'dl') this.#list(undefined, true)
    else if (name === 'table') this.#tables.begin()
    else if (name === 'thead') this.#tables.head(true)
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
    if (name === 'ruby') this.#reading = { text: '', isOpen: false }
    if ((name === 'sup' || name === 'sub') && this.#preformatted === undefined)
      this.#raised = { text: '', leads: this.#linking > 0 }
    else if (this.#raised && address?.startsWith('#')) this.#raised.leads = true
  }

  /** Something has no words within a line but these: a reader is told of it where a sentence goes on behind it. */
  leaveOut(words = '…'): void {
    this.#inline.writeEnded()
    if (this.#builder.isWithinSentence) this.#leftOut = words.length > LONGEST_ALT ? '…' : words
  }

  text(text: string): void {
    if (this.#formula) {
      this.#formula.write(text)
      return
    }
    this.#writeLeftOut(text)
    const isMark = this.#notes > 0 || this.#builder.isWithin
    if (this.#builder.links.isOpen && (PERMALINK.test(text) || (isMark && NOTE_MARK.test(text)))) return
    if (this.#lists.length > 0) {
      const { length } = text.trim()
      this.#contents.written += length
      if (this.#linking > 0) this.#contents.linked += length
    }
    if (this.#reading?.isOpen) this.#reading.text += text.replace(/[\s()（）]/g, '')
    else if (this.#preformatted !== undefined) this.#preformatted += text
    else if (this.#raised) this.#raised.text += text
    else this.#inline.text(text)
  }

  #writeLeftOut(text: string): void {
    if (this.#leftOut === '' || text.trim() === '') return
    const words = this.#leftOut
    this.#leftOut = ''
    if (this.#builder.isWithinSentence) this.#inline.text(words)
  }

  end(element: PageElement): void {
    const { name, nature } = element
    if (this.#formula) {
      if (!this.#formula.end()) return
      const { text } = this.#formula
      this.#formula = undefined
      this.#inline.text(text)
      return
    }
    if (nature.isWithinWords) {
      this.#endWithinWords(element)
      return
    }
    const builder = this.#builder
    if (this.#reading && (name === 'rt' || name === 'rp')) {
      this.#reading.isOpen = false
      return
    }
    this.#inline.writeEnded()
    if (builder.isHolding && !this.#endInCell(name)) return
    if (name === 'td' || name === 'th') {
      this.#inline.finish()
      this.#tables.endCell(element)
      return
    }
    if (nature.isBlock) this.#inline.finish()
    if (name === 'pre') this.#endCode()
    if (name === 'tr') this.#tables.endRow()
    if (name === 'thead') this.#tables.head(false)
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
    else if (name === 'table') this.#tables.end()
    if (element.isBox) builder.endBox(this.#boxes.pop()?.level ?? BOX_LEVEL)
    if (element.isNavigation) builder.endFurniture()
    if (element.isNotes) this.#notes -= 1
  }

  #endWithinWords(element: PageElement): void {
    const { name, attributes, nature } = element
    const builder = this.#builder
    const address = name === 'a' ? attributes['href'] : undefined
    if (name === 'sup' || name === 'sub') this.#endRaised(name === 'sub')
    if (nature.isInlineCode) this.#inline.end()
    if (address !== undefined) builder.links.end()
    if (nature.isTerm) builder.endTerm()
    if (address?.startsWith('#')) this.#linking -= 1
    if (element.isNavigation) builder.endFurniture()
    if (name === 'ruby' && this.#reading) {
      const { text } = this.#reading
      this.#reading = undefined
      if (text !== '') this.#inline.text(`(${text})`)
    }
  }

  #endRaised(isLowered: boolean): void {
    if (this.#raised === undefined) return
    const { text, leads } = this.#raised
    this.#raised = undefined
    const isMark = leads && /^\s*[[(]?(?:\d{1,3}|[*†‡])[\])]?\s*$/.test(text) && this.#builder.isWithin
    if (!isMark) this.#inline.text(raisedText(text, isLowered))
  }

  #endCode(): void {
    if (this.#preformatted === undefined) return
    this.#builder.code(this.#preformatted, this.#language)
    this.#preformatted = undefined
    this.#language = undefined
  }

  /** Of which level the title of a box is: within what explains a term, below that. */
  get #boxLevel(): number {
    const isInTerm = this.#lists.some(({ definitions }) => definitions)
    return isInTerm ? termLevel(this.#lists.length + 1) : BOX_LEVEL
  }

  #cell(element: PageElement): void {
    this.#inCell = { items: 0, tables: 0 }
    this.#tables.beginCell(element)
  }

  /** What is parted within a cell goes on in its row: the items of a list with commas. */
  #beginInCell(name: string): void {
    this.#inline.finish()
    const isNext = name === 'li' && this.#inCell.items > 0
    this.#builder.within(isNext ? ', ' : ' ')
    if (name === 'ul' || name === 'ol') this.#inCell.items = 0
    else if (name === 'li') this.#inCell.items += 1
    else if (name === 'table') this.#inCell.tables += 1
    else if (name === 'pre') this.#preformatted ??= ''
  }

  /** Whether the cell itself ends. */
  #endInCell(name: string): boolean {
    if ((name === 'td' || name === 'th') && this.#inCell.tables === 0) return true
    if (name === 'table') this.#inCell.tables -= 1
    this.#inline.finish()
    if (name === 'pre') this.#endCode()
    this.#builder.within(' ')
    return false
  }

  /** Whether an element is the title of the innermost box, which has none yet. */
  #isTitle(element: PageElement): boolean {
    return this.#boxes.at(-1)?.isBegun === false && element.isBoxTitle
  }

  /** All was read that goes on with a line. */
  finish(): void {
    this.#inline.finish()
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

  /** Lines of code begin, or what names their language within them. */
  #code({ name, attributes: { class: names = '', 'data-lang': named } }: PageElement): void {
    this.#language ??= (CODE_LANGUAGE.exec(names)?.[1] ?? named)?.toLowerCase()
    if (name === 'pre') this.#preformatted ??= ''
  }
}
