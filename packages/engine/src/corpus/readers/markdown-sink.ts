import type { Token } from 'markdown-it'
import type { HtmlSink } from './html-sink.ts'
import type { TextBuilder } from './text-builder.ts'

/** Takes the tokens of a Markdown document in order, and writes what a reader of the page would see. */
export interface MarkdownSink {
  block(token: Token): void
}

interface List {
  /** The next item's, where the list is numbered. */
  number?: number
  /** No item has been written. */
  fresh: boolean
}

/** "[ ]" and "[x]" before an item that is a task. */
const TASK = /^\[[ xX]\]\s+/

/** Writes into `builder`; `html` knows from the HTML in the Markdown what is hidden, and writes what of it is seen. */
export function createMarkdownSink(builder: TextBuilder, html: HtmlSink): MarkdownSink {
  const lists: List[] = []
  let firstRow = false
  /** The next text is the first of a list's item. */
  let beginsItem = false

  function item(): void {
    const list = lists.at(-1)
    if (list === undefined) return
    builder.item(list.number === undefined ? '-' : `${list.number}.`, lists.length === 1 && list.fresh)
    if (list.number !== undefined) list.number += 1
    list.fresh = false
    beginsItem = true
  }

  function endList(): void {
    lists.pop()
    if (lists.length === 0) builder.block()
    else builder.line()
  }

  function inline(token: Token): void {
    if (token.type === 'html_inline') html.write(token.content)
    else if (html.hidden()) return
    else if (token.type === 'text') builder.text(beginsItem ? token.content.replace(TASK, '') : token.content)
    else if (token.type === 'code_inline') builder.text(token.content)
    else if (token.type === 'softbreak') builder.text(' ')
    else if (token.type === 'hardbreak') builder.line()
    // Images say nothing in text, and notes' marks are not part of it.
    if (token.content !== '') beginsItem = false
  }

  function visible(token: Token): void {
    switch (token.type) {
      case 'heading_open':
        builder.beginHeading(Number(token.tag.slice(1)))
        return
      case 'heading_close':
        builder.endHeading()
        return
      case 'paragraph_open':
      case 'paragraph_close':
        // A list's item that is one line is no paragraph.
        if (!token.hidden) builder.block()
        return
      case 'blockquote_open':
      case 'blockquote_close':
      case 'table_close':
      case 'footnote_reference_close':
      case 'hr':
        builder.block()
        return
      case 'fence':
      case 'code_block':
        builder.code(token.content)
        return
      case 'bullet_list_open':
        if (lists.length === 0) builder.block()
        lists.push({ fresh: true })
        return
      case 'ordered_list_open':
        if (lists.length === 0) builder.block()
        lists.push({ fresh: true, number: Number(token.attrGet('start') ?? 1) })
        return
      case 'bullet_list_close':
      case 'ordered_list_close':
        endList()
        return
      case 'list_item_open':
        item()
        return
      case 'table_open':
        builder.block()
        firstRow = true
        return
      case 'tr_open':
        builder.row(firstRow)
        firstRow = false
        return
      case 'th_open':
      case 'td_open':
        builder.cell()
        return
      case 'footnote_reference_open':
        builder.item(`[${token.meta?.['label'] ?? ''}]`, true)
        return
    }
  }

  /** Lists begin and end whether or not they are seen, so that the ones around them go on. */
  function hidden({ type }: Token): void {
    if (type.endsWith('_list_open')) lists.push({ fresh: true })
    else if (type.endsWith('_list_close')) lists.pop()
  }

  return {
    block(token) {
      if (token.type === 'html_block') html.write(token.content.trimEnd())
      else if (token.type === 'inline') for (const child of token.children ?? []) inline(child)
      else if (html.hidden()) hidden(token)
      else visible(token)
    },
  }
}
