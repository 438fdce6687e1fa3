import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { splitFrontMatter } from './front-matter.ts'
import { createHtmlSink } from './html-sink.ts'
import { createMarkdownSink } from './markdown-sink.ts'
import { metadataOf } from './metadata.ts'
import type { DocumentParts } from './parts.ts'
import { createTextBuilder } from './text-builder.ts'

/** Reads Markdown (CommonMark and GitHub's extensions) with YAML front matter. The title is the first heading's at need. */
export function readMarkdown(markdown: string): DocumentParts {
  const { fields, body, warning } = splitFrontMatter(markdown)
  const builder = createTextBuilder()
  const html = createHtmlSink(builder)
  const sink = createMarkdownSink(builder, html)
  for (const token of parser().parse(body, {})) sink.block(token)
  html.end()
  const { text, headings } = builder.finish()
  const top = headings.find(({ level }) => level === 1) ?? headings[0]
  const heading = top === undefined ? {} : { title: text.slice(top.start, top.end) }
  return { ...heading, ...metadataOf(fields), text, headings, ...(warning === undefined ? {} : { warning }) }
}

let made: Parser | undefined

function parser(): Parser {
  // Without a bound of its own it would leave out what is nested deeper; the stack's bound says so.
  made ??= new MarkdownIt({ html: true, maxNesting: Number.MAX_SAFE_INTEGER })
    .use(footnotes)
    // Notes stay where they are written; what GitHub does not know as one stays text.
    .disable(['footnote_tail', 'footnote_inline'])
  return made
}
