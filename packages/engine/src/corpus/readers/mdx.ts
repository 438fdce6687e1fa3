import { readMarkdown } from './markdown.ts'
import type { DocumentParts } from './metadata.ts'

const FENCE = /^\s*(`{3,}|~{3,})/
/** The beginning of a module's own lines; they go on to the next empty line. */
const MODULE = /^(?:import|export)\s/
/** An expression that stands alone, such as a comment. */
const EXPRESSION = /^\{.*\}$/

/** Reads Markdown with components: without its imports and exports, and each component as what it encloses. */
export function readMdx(mdx: string): DocumentParts {
  let fence = ''
  let inModule = false
  const kept = mdx.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence)) fence = ''
      return line
    }
    fence = mark ?? ''
    inModule = line.trim() !== '' && (inModule || MODULE.test(line))
    return inModule || EXPRESSION.test(line.trim()) ? '' : line
  })
  return readMarkdown(kept.join('\n'))
}
