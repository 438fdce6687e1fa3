import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { splitFrontMatter } from './front-matter.ts'
import { type DocumentParts, metadataOf } from './metadata.ts'
import { plainTitle, TextBuilder } from './text-builder.ts'
import { writeVisible } from './visible-text.ts'

/**
 * Reads Markdown (CommonMark and GitHub's extensions) with YAML front matter, as the page that it makes. The title is the
 * first heading's at need.
 */
export function readMarkdown(markdown: string): DocumentParts {
  const { fields, body, warning } = splitFrontMatter(markdown)
  const builder = new TextBuilder()
  writeVisible(parser().render(body), builder)
  const { text, blocks } = builder.finish()
  const headings = blocks.filter(({ kind }) => kind === 'heading')
  const top = headings.find(({ level }) => level === 1) ?? headings[0]
  const heading = top === undefined ? {} : { title: plainTitle(text.slice(top.start, top.end)) }
  return { ...heading, ...metadataOf(fields), text, blocks, ...(warning === undefined ? {} : { warning }) }
}

let made: Parser | undefined

function parser(): Parser {
  // Without a bound of its own it would leave out what is nested deeper; the stack's bound says so.
  made ??= new MarkdownIt({ html: true, maxNesting: Number.MAX_SAFE_INTEGER })
    .use(footnotes)
    // Notes stay where they are written; what GitHub does not know as one stays text.
    .disable(['footnote_tail', 'footnote_inline'])
    .use(plainNotesAndTasks)
  return made
}

/** "[ ]" and "[x]" before an item that is a task. */
const TASK = /^\[[ xX]\]\s+/

/** A note begins with its label, its mark in the text is left out, and so is the box of a task. */
function plainNotesAndTasks({ core, renderer }: Parser): void {
  const { rules } = renderer
  rules['footnote_ref'] = () => ''
  rules['footnote_reference_open'] = (tokens, at) => {
    const [note, first] = tokens.slice(at)
    // The note's first paragraph stands beside its label.
    if (first?.type === 'paragraph_open') first.hidden = true
    return `<div>[${note?.meta?.['label'] ?? ''}] `
  }
  rules['footnote_reference_close'] = () => '</div>'
  core.ruler.push('tasks', ({ tokens }) => {
    for (const [at, { type }] of tokens.entries()) {
      const first = type === 'list_item_open' ? tokens[at + 2]?.children?.[0] : undefined
      if (first) first.content = first.content.replace(TASK, '')
    }
  })
}
