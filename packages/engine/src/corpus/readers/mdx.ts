import { readTag, saidBy } from './component-tags.ts'
import { readMarkdown } from './markdown.ts'
import type { DocumentParts } from './metadata.ts'

const FENCE = /^\s*(`{3,}|~{3,})/
/** The beginning of a module's own lines; they go on to the next empty line. */
const MODULE = /^(?:import|export)\s/
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
    return inModule ? '' : line
  })
  return kept.join('\n')
}

/** A string alone in braces, and what its escapes stand for. */
const STRING = /^\{\s*(["'`])([^"'`\\]*)\1\s*\}$/
const FORMULA = /\$\$?[^$\n]{1,300}\$\$?/y

/** Where each pair of braces of a text begins and ends, that of a comment in them as a whole. */
function bracesIn(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = text.search(/[{}]/); at >= 0 && at < text.length; at += 1) {
    if (text.startsWith('{/*', at)) {
      const end = text.indexOf('*/}', at)
      if (end < 0) break
      ends.set(at, end + 3)
      at = end + 2
    } else if (text[at] === '{') open.push(at)
    else if (text[at] === '}') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, at + 1)
    }
  }
  return ends
}

/** A text without the tags of components, and without expressions but for strings: what one encloses that begins a line is a part by itself, set as deep as the page. */
function withoutTags(text: string): string {
  const parts: string[] = []
  let part = ''
  let depth = 0
  const endPart = (said: string, by: number) => {
    parts.push(depth > 0 ? dedented(part) : part, said === '' ? '\n\n' : `\n\n${said}\n\n`)
    part = ''
    depth = Math.max(0, depth + by)
  }
  const braces = bracesIn(text)
  for (let at = 0; at < text.length; ) {
    const code = codeAt(text, at) || formulaAt(text, at)
    if (code !== '') {
      part += code
      at += code.length
      continue
    }
    const end = text[at] === '{' && text[at - 1] !== '\\' ? braces.get(at) : undefined
    if (end !== undefined && !isName(text, at, end)) {
      part += shownValue(text, at, end)
      at = end
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
      endPart(saidBy(tag), tag.isEmpty ? 0 : tag.closes ? -1 : 1)
    at = tag.end
  }
  return `${parts.join('')}${part}`
}

const LONGEST_STRING = 1_000

/** What braces stand for: a string is written in them; of another expression only that it stands within a sentence. */
function shownValue(text: string, at: number, end: number): string {
  const said = end - at < LONGEST_STRING ? STRING.exec(text.slice(at, end))?.[2] : undefined
  if (said !== undefined) return said
  const goesOn = /\S[^\S\n]{0,9}$/.test(text.slice(Math.max(0, at - LONGEST_INDENT), at))
  const isComment = text.startsWith('{/*', at)
  return !isComment && goesOn && /^[^\S\n]{0,9}[\p{L}\p{N}.,;:!?%)]/u.test(text.slice(end, end + 20)) ? '…' : ''
}

/** Whether braces hold the name of a heading, "{#locks}", or what a directive is given, ":::note{title=…}". */
function isName(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_INDENT), at)
  return text[at + 1] === '#' || end - at < 3 || /(?:^|\n):{3,}\w*$/.test(before)
}

function formulaAt(text: string, at: number): string {
  if (text[at] !== '$') return ''
  FORMULA.lastIndex = at
  return FORMULA.exec(text)?.[0] ?? ''
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
