import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { metadataOf } from '../metadata.ts'
import { splitFrontMatter } from './front-matter.ts'
import { createHtmlSink, type HtmlSink } from './html-sink.ts'
import type { DocumentParts } from './parts.ts'
import { createTextBuilder, type TextBuilder } from './text-builder.ts'

/** Reads Markdown (CommonMark and GitHub's extensions) with YAML front matter. The title is the first heading's at need. */
export function readMarkdown(markdown: string): DocumentParts {
  const { fields, body, warning } = splitFrontMatter(markdown)
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const builder = createTextBuilder()
  const html = createHtmlSink(builder)
  writeNode(tree, { builder, html, lists: 0 })
  html.end()
  const { text, headings } = builder.finish()
  const top = headings.find(({ level }) => level === 1) ?? headings[0]
  const heading = top === undefined ? {} : { title: text.slice(top.start, top.end) }
  return { ...heading, ...metadataOf(fields), text, headings, ...(warning === undefined ? {} : { warning }) }
}

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root['children'][number]
type Parents = Extract<Nodes, { children: unknown[] }>
type List = Extract<Nodes, { type: 'list' }>
type Table = Extract<Nodes, { type: 'table' }>

interface Place {
  builder: TextBuilder
  /** Knows, from the HTML in the Markdown, whether a reader of the page would see what comes next. */
  html: HtmlSink
  /** How many lists the node is in. */
  lists: number
}

function writeNode(node: Nodes, place: Place): void {
  const { html } = place
  if (node.type === 'html') {
    html.write(node.value)
    return
  }
  if (node.type === 'root') writeChildren(node, place)
  else if (!html.hidden()) writeVisible(node, place)
  else if ('children' in node) writeHidden(node, html)
}

/** Only the HTML inside can end what hides the rest. */
function writeHidden(node: Parents, html: HtmlSink): void {
  for (const child of node.children) {
    if (child.type === 'html') html.write(child.value)
    else if ('children' in child) writeHidden(child, html)
  }
}

function writeVisible(node: Exclude<Nodes, { type: 'root' | 'html' }>, place: Place): void {
  const { builder } = place
  switch (node.type) {
    case 'heading':
      builder.beginHeading(node.depth)
      writeChildren(node, place)
      builder.endHeading()
      return
    case 'paragraph':
    case 'blockquote':
      builder.block()
      writeChildren(node, place)
      builder.block()
      return
    case 'text':
    case 'inlineCode':
      builder.text(node.value)
      return
    case 'code':
      builder.code(node.value)
      return
    case 'break':
      builder.line()
      return
    case 'thematicBreak':
      builder.block()
      return
    case 'list':
      writeList(node, place)
      return
    case 'table':
      writeTable(node, place)
      return
    case 'footnoteDefinition':
      builder.item(`[${node.label ?? node.identifier}]`, true)
      writeChildren(node, place)
      builder.block()
      return
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
      writeChildren(node, place)
      return
    default:
      // Images say nothing in text; definitions and footnote references are not shown.
      return
  }
}

function writeChildren(node: Parents, place: Place): void {
  for (const child of node.children) writeNode(child, place)
}

function writeList(list: List, place: Place): void {
  const { builder, lists } = place
  if (lists === 0) builder.block()
  let number = list.start ?? 1
  for (const [index, item] of list.children.entries()) {
    builder.item(list.ordered === true ? `${number++}.` : '-', lists === 0 && index === 0)
    writeChildren(item, { ...place, lists: lists + 1 })
  }
  if (lists === 0) builder.block()
  else builder.line()
}

function writeTable(table: Table, place: Place): void {
  const { builder } = place
  builder.block()
  for (const [index, row] of table.children.entries()) {
    builder.row(index === 0)
    for (const cell of row.children) {
      builder.cell()
      writeChildren(cell, place)
    }
  }
  builder.block()
}
