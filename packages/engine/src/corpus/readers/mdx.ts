import { readTag, saidBy } from './component-tags.ts'
import { readMarkdown } from './markdown.ts'
import type { DocumentParts } from './metadata.ts'

const FENCE = /^\s*(`{3,}|~{3,})/
/** The beginning of a module's own lines; they go on to the next empty line. */
const MODULE = /^(?:import|export)\s/
/** An expression that stands alone, such as a comment. */
const EXPRESSION = /^\{.*\}$/
const CODE = /`+/y
/** Nothing but white space stands before a place in its line, of which so many UTF-16 code units are looked at. */
const LINE_BEGINS = /(?:^|\n)[^\S\n]*$/
const LINE_ENDS = /^[^\S\n]*(?:\n|$)/
const LONGEST_INDENT = 100

/** Reads Markdown with components: without its imports and exports, and each component as what it says and encloses. */
export function readMdx(mdx: string): DocumentParts {
  return readMarkdown(withoutTags(withoutModules(mdx)))
}

function withoutModules(mdx: string): string {
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
  return kept.join('\n')
}

/** A text without the tags of components: what one encloses that begins a line is a part by itself, set as deep as the page. */
function withoutTags(text: string): string {
  const parts: string[] = []
  let part = ''
  let depth = 0
  const end = (said: string, by: number) => {
    parts.push(depth > 0 ? dedented(part) : part, said === '' ? '\n\n' : `\n\n${said}\n\n`)
    part = ''
    depth = Math.max(0, depth + by)
  }
  for (let at = 0; at < text.length; ) {
    const code = codeAt(text, at)
    if (code !== '') {
      part += code
      at += code.length
      continue
    }
    const tag = text[at] === '<' ? readTag(text, at) : undefined
    if (tag === undefined) {
      part += text[at]
      at += 1
      continue
    }
    const endsLine = tag.closes && depth > 0 && LINE_ENDS.test(text.slice(tag.end, tag.end + LONGEST_INDENT))
    if (endsLine || LINE_BEGINS.test(part.slice(-LONGEST_INDENT)))
      end(saidBy(tag), tag.isEmpty ? 0 : tag.closes ? -1 : 1)
    at = tag.end
  }
  return `${parts.join('')}${part}`
}

/** The code that begins at a place: in a fence, or in a line. */
function codeAt(text: string, at: number): string {
  CODE.lastIndex = at
  const mark = text[at - 1] === '`' ? undefined : CODE.exec(text)?.[0]
  if (mark === undefined) return ''
  const isFence = mark.length >= 3 && LINE_BEGINS.test(text.slice(Math.max(0, at - LONGEST_INDENT), at))
  const close = isFence
    ? new RegExp(`\\n[^\\S\\n]*${mark}\`*[^\\S\\n]*(?=\\n|$)`, 'g')
    : new RegExp(`(?<!\`)${mark}(?!\`)`, 'g')
  close.lastIndex = at + mark.length
  const found = close.exec(text)
  const end = found ? found.index + found[0].length : isFence ? text.length : at + mark.length
  const code = text.slice(at, end)
  return isFence || !/\n\s*\n/.test(code) ? code : mark
}

/** Lines without the white space that all of them begin with. */
function dedented(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const shared = Math.min(...indents)
  return Number.isFinite(shared) ? lines.map((line) => line.slice(Math.min(shared, line.length))).join('\n') : text
}
