import type { MarkdownIt as Parser } from 'markdown-it'
import { isFold, labelIn } from './labels.ts'

/** "::: warning", ":::note[Title]", ":::{tip} Title", ':::danger{title="Title"}' and ":::" */
const DIRECTIVE =
  /^:{3,}[^\S\n]*(?:$|\{?\.?(?:callout-)?([A-Za-z][\w-]*)\}?(?:(?:\[([^\]]*)\]|\{([^}]*)\})?[^\S\n]*$|[^\S\n]+([^{\s][^\n]*)$))/
const TITLE = /\btitle=["']([^"']*)["']/
/** Boxes whose first words are their title, and no names of what is in them. */
const TITLED = /^(?:details|info|success|example|question|admonition)$/i

/**
 * Reads the lines that begin and end a box of a site's Markdown: what the box holds stands in the page, behind the label of the box, or
 * below its title.
 */
export function directives({ block }: Parser): void {
  block.ruler.before('fence', 'set box', setBox, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  block.ruler.before(
    'fence',
    'directive',
    (state, startLine, _endLine, silent) => {
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
      const found = DIRECTIVE.exec(state.src.slice(start, state.eMarks[startLine]))
      if (found === null) return false
      if (silent) return true
      const [, name = '', ...given] = found
      state.line = startLine + 1
      addParagraph(state, labelOf(name, given), startLine)
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

type State = Parameters<Parameters<Parser['block']['ruler']['before']>[2]>[0]

function addParagraph(state: State, said: string, line: number): void {
  if (said === '') return
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = said
  inline.map = [line, line + 1]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
}

/** '!!! warning "Title"', '??? note' and '=== "Tab"', as mkdocs has them: what the box holds is set apart by four columns. */
const SET_BOX = /^(?:(?:!!!|\?{3}\+?)\s+([\w-]+)[\w\s-]{0,60}(?:"([^"]*)")?|===[+!]?\s+"([^"]*)")\s*$/
const SET = 4

function setBox(state: State, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const found = SET_BOX.exec(state.src.slice(start, state.eMarks[startLine]))
  if (found === null) return false
  if (silent) return true
  const [, name = '', title, tab] = found
  const { blkIndent, lineMax } = state
  const within = (state.sCount[startLine] ?? 0) + SET
  let end = startLine + 1
  while (end < endLine && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= within)) end += 1
  addParagraph(state, tab ? `**${tab}**` : labelOf(name, [title, undefined, undefined]), startLine)
  state.blkIndent = within
  state.lineMax = end
  state.md.block.tokenize(state, startLine + 1, end)
  state.blkIndent = blkIndent
  state.lineMax = lineMax
  state.line = end
  return true
}

/** What stands above what a box holds: its title, else the label that its name is. */
function labelOf(name: string, [bracketed, fields, words]: readonly (string | undefined)[]): string {
  const label = labelIn(name)
  const behind = label !== undefined || TITLED.test(name) ? words : undefined
  const title = (bracketed ?? TITLE.exec(fields ?? '')?.[1] ?? behind ?? '').trim()
  if (title === '' || isFold(title)) return label ?? ''
  return `**${title}**`
}
