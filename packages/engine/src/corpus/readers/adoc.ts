import { LoggerManager, load, NullLogger } from '@asciidoctor/core'
import { readHtml } from './html.ts'
import { type DocumentParts, metadataOf } from './metadata.ts'
import { readText } from './text.ts'

/** UTF-16 units of a paragraph, and items of a list: of more, Asciidoctor takes a time that grows with their square. */
const LONGEST_PARAGRAPH = 4_000
const MOST_ITEMS = 2_000
const LONGEST_FILE = 4_000_000

/** Signs at which a paragraph ends, as a line of another kind begins. */
const OTHER_LINE = /^(?:\||={1,6}\s|\/\/|\[|:[\w!-]+:|image::|include::)/
const ITEM = /^\s*(?:[*-]{1,6}|\.{1,5}|\d{1,5}\.|<(?:\d+|\.)>)\s|^[^|\n]{1,200}?(?::{2,4}|;;)(?:\s|$)/
const VERBATIM = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,})$/

/** The label of a remark, which Asciidoctor sets in a table of its own, and what a file includes, which is a file of its own. */
const REMARK = /<td class="icon">\s*<div class="title">([^<]{1,100})<\/div>\s*<\/td>\s*<td class="content">/g
const INCLUDED = /<a href="[^"]{0,1000}" class="bare include">[^<]{0,1000}<\/a>/g

// What it has to say of a file's faults goes nowhere: its text is read as far as it goes.
LoggerManager.logger = NullLogger.create()

const SETTINGS = {
  safe: 'secure',
  standalone: false,
  attributes: { showtitle: true, sectids: null, toc: null, 'hardbreaks-option': null },
}

/** Reads AsciiDoc as the page that Asciidoctor makes of it, without the files that it includes. */
export async function readAdoc(adoc: string): Promise<DocumentParts> {
  const source = adoc.replace(/\r\n?/g, '\n')
  if (!isBounded(source)) return readText(source)
  const document = await load(source, SETTINGS)
  const html = await document.convert()
  const page = readHtml(html.replace(REMARK, '<td><b>$1:</b> ').replace(INCLUDED, ''))
  const said = (name: string) => String(document.getAttribute(name) ?? '')
  const about = metadataOf({ author: said('author'), date: said('revdate'), lang: said('lang') })
  return { ...page, ...about }
}

/** Whether no paragraph and no list of a text is so long that reading it would take long. */
function isBounded(source: string): boolean {
  if (source.length > LONGEST_FILE) return false
  let fence = ''
  let paragraph = 0
  let items = 0
  for (const line of source.split('\n')) {
    if (fence !== '') {
      if (line.trimEnd() === fence) fence = ''
      continue
    }
    if (VERBATIM.test(line.trimEnd())) fence = line.trimEnd()
    const isItem = line.length < LONGEST_PARAGRAPH && ITEM.test(line)
    if (isItem) items += 1
    else if (OTHER_LINE.test(line)) items = 0
    paragraph = line.trim() === '' ? 0 : (isItem || OTHER_LINE.test(line) ? 0 : paragraph) + line.length
    if (paragraph > LONGEST_PARAGRAPH || items > MOST_ITEMS) return false
  }
  return true
}
