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
  block.ruler.before(
    'fence',
    'directive',
    (state, startLine, _endLine, silent) => {
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
      const found = DIRECTIVE.exec(state.src.slice(start, state.eMarks[startLine]))
      if (found === null) return false
      if (silent) return true
      state.line = startLine + 1
      const [, name = '', ...given] = found
      const said = labelOf(name, given)
      if (said === '') return true
      state.push('paragraph_open', 'p', 1)
      const inline = state.push('inline', '', 0)
      inline.content = said
      inline.map = [startLine, state.line]
      inline.children = []
      state.push('paragraph_close', 'p', -1)
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}

/** What stands above what a box holds: its title, else the label that its name is. */
function labelOf(name: string, [bracketed, fields, words]: readonly (string | undefined)[]): string {
  const label = labelIn(name)
  const behind = label !== undefined || TITLED.test(name) ? words : undefined
  const title = (bracketed ?? TITLE.exec(fields ?? '')?.[1] ?? behind ?? '').trim()
  if (title === '' || isFold(title)) return label ?? ''
  return `**${title}**`
}
