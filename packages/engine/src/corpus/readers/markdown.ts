import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import type { Block } from '../types.ts'
import { directives } from './directives.ts'
import { splitFrontMatter } from './front-matter.ts'
import { plainTitle, withAlertLabel } from './labels.ts'
import { renderMarkdown } from './markdown-tables.ts'
import { type DocumentParts, metadataOf } from './metadata.ts'
import { BOX_LEVEL } from './section-path.ts'
import { TextBuilder } from './text-builder.ts'
import { writeVisible } from './visible-text.ts'

/**
 * Reads Markdown (CommonMark and GitHub's extensions) with YAML front matter, as the page that it makes. The title is at need
 * that of a heading.
 */
export function readMarkdown(markdown: string): DocumentParts {
  const { fields, body, warning } = splitFrontMatter(markdown)
  const builder = new TextBuilder()
  writeVisible(renderMarkdown(parser(), body), builder)
  const { text, blocks } = builder.finish()
  const top = titleIn(blocks)
  const heading = top === undefined ? {} : { title: plainTitle(text.slice(top.start, top.end)) }
  return { ...heading, ...metadataOf(fields), text, blocks, ...(warning === undefined ? {} : { warning }) }
}

/**
 * The heading that is the document's title: one that opens it, or the only one of the outermost level, where no section
 * begins before it.
 */
function titleIn(blocks: readonly Block[]): Block | undefined {
  const headings = blocks.filter(({ kind, level = 1 }) => kind === 'heading' && level < BOX_LEVEL)
  const outermost = Math.min(...headings.map(({ level = 1 }) => level))
  const [first, ...others] = headings.filter(({ level }) => level === outermost)
  const opening = blocks.find(({ kind }) => kind !== 'furniture')
  if (others.length > 0) return first === opening ? first : undefined
  return first === headings[0] ? first : undefined
}

let made: Parser | undefined

function parser(): Parser {
  // Without a bound of its own it would leave out what is nested deeper; the stack's bound says so.
  made ??= new MarkdownIt({ html: true, maxNesting: Number.MAX_SAFE_INTEGER })
    .use(footnotes)
    // Notes stay where they are written; what GitHub does not know as one stays text.
    .disable(['footnote_tail', 'footnote_inline'])
    .use(directives)
    .use(plainNotesAndTasks)
  return made
}

/** "[ ]" and "[x]" before an item that is a task. */
const TASK = /^\[[ xX]\]\s+/

/** The name of a sign that is shown in its place: ":book:" */
const SIGN_NAME = /(^|\s):(?:[a-z][\w+-]*|[+-]1):(?=\s|$)/g

/** In a paragraph with more, none begins a link: the parser looks for the end of each, and no page has so many. */
const MOST_BRACKETS = 2_000

function hasTooManyBrackets(text: string): boolean {
  let found = 0
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    found += 1
    if (found > MOST_BRACKETS) return true
  }
  return false
}

/** A remark begins with its label; the marks of notes are left out, and so are the box of a task and a sign by its name. */
function plainNotesAndTasks({ core, renderer }: Parser): void {
  const { rules } = renderer
  rules['footnote_ref'] = () => ''
  rules['footnote_reference_open'] = () => '<div>'
  rules['footnote_reference_close'] = () => '</div>'
  core.ruler.before('inline', 'brackets', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'inline' && hasTooManyBrackets(token.content))
        token.content = token.content.replaceAll('[', '\\[')
    }
  })
  core.ruler.push('tasks', ({ tokens }) => {
    for (const [at, { type }] of tokens.entries()) {
      const first = type === 'list_item_open' ? tokens[at + 2]?.children?.[0] : undefined
      if (first) first.content = first.content.replace(TASK, '')
    }
  })
  core.ruler.push('signs', ({ tokens }) => {
    const texts = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'text')
    for (const each of texts) each.content = each.content.replace(SIGN_NAME, '$1')
  })
  core.ruler.push('labels', ({ tokens }) => {
    for (const { children } of tokens) {
      const [first] = children ?? []
      if (first?.content.startsWith('[!')) first.content = withAlertLabel(first.content)
    }
  })
}
