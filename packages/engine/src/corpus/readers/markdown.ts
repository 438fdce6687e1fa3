import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import besideHan from 'markdown-it-cjk-friendly'
import definitions from 'markdown-it-deflist'
import footnotes from 'markdown-it-footnote'
import type { Block } from '../types.ts'
import { directives } from './directives.ts'
import { splitFrontMatter } from './front-matter.ts'
import { plainTitle } from './labels.ts'
import { signs } from './markdown-signs.ts'
import { type DocumentParts, metadataOf } from './metadata.ts'
import { BOX_LEVEL } from './section-path.ts'
import { readText } from './text.ts'
import { TextBuilder } from './text-builder.ts'
import { writeVisible } from './visible-text.ts'

/**
 * Reads Markdown (CommonMark, GitHub's extensions and those of usual sites and note-taking programs) with front matter, as the page
 * that it makes. The title is at need that of a heading.
 */
export function readMarkdown(markdown: string): DocumentParts {
  const { fields, body, warning } = splitFrontMatter(markdown)
  if (hasTooManyRows(body))
    return { ...metadataOf(fields), ...readText(body), ...(warning !== undefined && { warning }) }
  const builder = new TextBuilder()
  writeVisible(parser().render(body), builder)
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

/** Rows of tables: what the parser makes of a cell takes a hundred times its length, so that of more they are read as they are written. */
const MOST_ROWS = 20_000

function hasTooManyRows(markdown: string): boolean {
  let rows = 0
  for (let at = markdown.indexOf('\n|'); at >= 0 && rows <= MOST_ROWS; at = markdown.indexOf('\n|', at + 1)) rows += 1
  return rows > MOST_ROWS
}

let made: Parser | undefined

function parser(): Parser {
  // Without a bound of its own it would leave out what is nested deeper; the stack's bound says so.
  made ??= new MarkdownIt({ html: true, maxNesting: Number.MAX_SAFE_INTEGER })
    .use(footnotes)
    // Notes stay where they are written; what GitHub does not know as one stays text.
    .disable(['footnote_tail', 'footnote_inline'])
    .use(definitions)
    .use(besideHan)
    .use(directives)
    .use(signs)
    .use(plainNotes)
  return made
}

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

/** The marks of notes are left out, and brackets that are too many are text. */
function plainNotes({ core, renderer }: Parser): void {
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
}
