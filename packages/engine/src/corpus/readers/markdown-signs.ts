import type { MarkdownIt as Parser, StateInline } from 'markdown-it'
import { withAlertLabel } from './labels.ts'
import { raisedText } from './raised-text.ts'

/** UTF-16 units of a formula, a link between notes, and a comment within a line: each is looked for no further. */
const LONGEST_FORMULA = 1_000
const LONGEST_LINK = 300

/** The name of a sign that is shown in its place: ":book:" */
const SIGN_NAME = /(^|\s):(?:[a-z][\w+-]*|[+-1]1?):(?=\s|$)/g
/** Text that is marked, lowered and raised: "==lock==", "H~2~O", "10^6^". */
const MARKED = /==([^\s=](?:[^=\n]{0,400}[^\s=])?)==/g
const LOWERED = /(?<=[\p{L}\p{N})])~([^\s~]{1,20})~/gu
const RAISED = /(?<=[\p{L}\p{N})])\^([^\s^]{1,20})\^/gu
/** Names of a block or a heading, and what it looks like: " ^fuse", " {#fuse}", "{: .wide }". */
const NAMED = /(?<!\s)\s+\^[A-Za-z][\w-]{0,60}$|(?<!\s)\s*\{(?:#|:\s?)[^{}]{1,100}\}$/
/** What Logseq keeps for itself in a block. */
const PROPERTY = /^(?:id|collapsed|card-[\w-]+|hl-[\w-]+|ls-type|logseq\.[\w-]+):: .*(?:\n|$)/gm
const REFERENCE = /\(\([0-9a-f]{8}-[0-9a-f-]{27}\)\)/g
/** What mkdocs has for a short form, shown where a pointer rests on it. */
const SHORT_FORM = /^\*\[([^\]\n]{1,60})\]:(?=\s)/gm
/** "[ ]" and "[x]" before an item that is a task. */
const TASK = /^\[[ xX]\]\s+/
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|bmp|pdf|mp[34]|webm)(?:[|#]|$)/i

/** Reads the signs of sites and note-taking programs as they are shown. */
export function signs({ core, inline, block }: Parser): void {
  inline.ruler.before('escape', 'formula', formula)
  inline.ruler.before('link', 'wiki link', wikiLink)
  inline.ruler.before('emphasis', 'comment', comment)
  block.ruler.before('fence', 'comments', commentLines, { alt: ['paragraph', 'blockquote', 'list'] })
  core.ruler.before('inline', 'properties', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'inline') continue
      if (token.content.includes('::')) token.content = token.content.replace(PROPERTY, '').trimEnd()
      if (token.content.startsWith('*[')) token.content = token.content.replace(SHORT_FORM, '$1:')
    }
  })
  core.ruler.push('signs', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const { children } = token
      if (!children) continue
      const texts = children.filter(({ type }) => type === 'text')
      for (const each of texts) each.content = shown(each.content)
      const [first] = children
      if (first?.type === 'text') {
        if (first.content.startsWith('[!'))
          first.content = withAlertLabel(first.content, children[1]?.type === 'softbreak')
        if (tokens[at - 2]?.type === 'list_item_open') first.content = first.content.replace(TASK, '')
      }
      const last = children.at(-1)
      if (last?.type === 'text') last.content = last.content.replace(NAMED, '')
    }
  })
}

function shown(text: string): string {
  if (!/[:=~^(]/.test(text)) return text
  return text
    .replace(SIGN_NAME, '$1')
    .replace(MARKED, '$1')
    .replace(LOWERED, (_, low: string) => raisedText(low, true))
    .replace(RAISED, (_, high: string) => raisedText(high))
    .replace(REFERENCE, '')
}

function push(state: StateInline, text: string): void {
  if (text !== '') state.push('text', '', 0).content = text
}

/** "$E = mc^2$": TeX, whose signs mark nothing. */
function formula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src[pos] !== '$' || src[pos - 1] === '\\') return false
  const mark = src[pos + 1] === '$' ? '$$' : '$'
  const from = pos + mark.length
  const within = src.slice(from, Math.min(posMax, from + LONGEST_FORMULA))
  const length = within.indexOf(mark)
  // As pandoc has it, so that two prices are no formula.
  const isPrice =
    mark === '$' && (/^\s/.test(within) || /\s$/.test(within.slice(0, length)) || /^\d/.test(within.slice(length + 1)))
  if (length < 1 || isPrice) return false
  if (!silent) push(state, src.slice(pos, from + length + mark.length))
  state.pos = from + length + mark.length
  return true
}

/** "[[Locks/Salt lock#Gates|the gates]]" is a link to a note, and "![[…]]" what stands in it. */
function wikiLink(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const isShown = src[pos] === '!'
  const from = pos + Number(isShown)
  if (src[from] !== '[' || src[from + 1] !== '[') return false
  const within = src.slice(from + 2, Math.min(posMax, from + 2 + LONGEST_LINK))
  const length = within.search(/\]\]|\n/)
  if (length < 1 || within[length] === '\n') return false
  const target = within.slice(0, length)
  if (!silent && !(isShown && PICTURE.test(target))) push(state, nameOf(target))
  state.pos = from + 2 + length + 2
  return true
}

function nameOf(target: string): string {
  const bar = target.indexOf('|')
  if (bar >= 0) return target.slice(bar + 1).trim()
  return target
    .replace(/#\^[\w-]+$/, '')
    .replace(/^#/, '')
    .replaceAll('#', ' > ')
    .trim()
}

/** "%%…%%" is a remark of the author that is not shown. */
function comment(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (!src.startsWith('%%', pos)) return false
  const end = src.indexOf('%%', pos + 2)
  if (end < 0 || end + 2 > posMax) return false
  if (!silent) push(state, '')
  state.pos = end + 2
  return true
}

type BlockRule = Parameters<Parser['block']['ruler']['before']>[2]

/** The lines between two of "%%". */
const commentLines: BlockRule = (state, startLine, endLine, silent) => {
  const line = (at: number) => state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at])
  const first = line(startLine).trim()
  // One that nothing closes is looked for once.
  if (state.env['isUnclosed'] || !first.startsWith('%%') || first.indexOf('%%', 2) >= 0) return false
  let end = startLine + 1
  while (end < endLine && !line(end).trimEnd().endsWith('%%')) end += 1
  if (end >= endLine) {
    state.env['isUnclosed'] = true
    return false
  }
  if (!silent) state.line = end + 1
  return true
}
