import type { Block } from '../types.ts'
import * as rules from './line-rules.ts'
import type { TextLine } from './text-lines.ts'

/** An indentation of so many columns sets lines apart from running text. */
export const INDENT = 4
/** Of indented lines so many have to look like code for all of them to be code. */
export const CODE_SHARE = 0.4

/** A line, whose indentation is counted from where running text begins. */
export interface Line extends TextLine {
  /** Begins to the left of running text; at the margin, or beside it. */
  outdented: 'outermost' | 'inner' | undefined
}

/** How many of some indented lines look like code, and how many like running text. */
export interface LooksLikeCode {
  /** Without the white space at the beginning. */
  start: number
  indent: number
  lines: number
  prose: number
  /** How many read as a sentence does, with a small word or a full stop. */
  said: number
}

/** The same with one line more. */
export function looksOf(before: LooksLikeCode, head: string): LooksLikeCode {
  const { lines, prose, said } = before
  const isProse = rules.isProse(head)
  return {
    ...before,
    lines: lines + Number(rules.isCode(head)),
    prose: prose + Number(isProse),
    said: said + Number(isProse && (rules.isEnded(head) || rules.hasSmallWord(head))),
  }
}

/** A block that further lines may belong to. */
export interface OpenBlock {
  block: Block
  lines: number
  /** For lines that are indented, which are code if enough of them look like it. */
  looksLikeCode?: LooksLikeCode
  /** Begins with a term, which it explains in lines that are set apart. */
  explains?: boolean
  /** Is what somebody types in. */
  typed?: boolean
}

/** A line of a text of which all that runs is indented by so many columns. */
export function placed(line: TextLine, body: number): Line {
  const { indent } = line
  const outdented = indent >= body ? undefined : indent === 0 ? 'outermost' : 'inner'
  return { ...line, indent: Math.max(0, indent - body), outdented }
}

/** Whether a line leads the reader through the pages. Where a page has a margin, a number beside it is a term. */
export function leads({ head, outdented }: Line, body: number): boolean {
  return rules.isFurniture(head) && (body === 0 || outdented !== undefined || !rules.isNumber(head))
}

/**
 * What a block is once it ends: indented lines are code where enough of them look like it, and few like running text. Of
 * lines that a sentence introduces it is enough that none reads as a sentence does.
 */
export function settle({ block, lines, looksLikeCode: code }: OpenBlock, isIntroduced: boolean): Block {
  if (isIntroduced && code === undefined) return { ...block, kind: 'code' }
  const isCode = code && (isIntroduced ? code.said === 0 : code.lines >= CODE_SHARE * lines)
  const isText = code && (!isCode || (!isIntroduced && code.prose >= CODE_SHARE * lines))
  return isText ? { ...block, kind: 'paragraph', start: code.start } : block
}

/** How a text is laid out. `body`: as in `placed`. */
export interface TextLayout {
  text: string
  body: number
  /** Its sections are numbered. */
  isNumbered: boolean
}

/** Whether a line is something that is typed in, or a comment on that. `title`: of the section that it stands in. */
export function isTypedIn(line: Line, { body, isNumbered }: TextLayout, title: string | undefined): boolean {
  const { head, indent, outdented } = line
  const isSynopsis = body > 0 && outdented === undefined && rules.isSynopsis(title, head)
  return isSynopsis || (isNumbered && rules.isComment(head)) || (rules.isTyped(head) && (body > 0 || indent >= INDENT))
}

/** Whether what is set apart below the lines of a block goes on with them, as remarks do between numbered sections. */
export function goesOnSetApart({ block, explains }: OpenBlock, { text, isNumbered }: TextLayout): boolean {
  if (explains) return true
  const head = text.slice(block.start, Math.min(block.end, block.start + rules.LINE_HEAD))
  return isNumbered && block.kind === 'paragraph' && rules.isRemark(head)
}

/** Columns by which lines are set apart from those above them, at least. */
const LEAST_SET = 3

/**
 * Whether some lines are set apart below a block that ends in a colon, behind an empty line. Between numbered sections they
 * may stand at the margin, if none is running text.
 */
export function isIntroduced(
  { block, looksLikeCode: code, explains }: OpenBlock,
  last: Block | undefined,
  { text, body, isNumbered }: TextLayout,
): boolean {
  if (last === undefined || last.kind === 'heading' || last.kind === 'code') return false
  const { start } = code ?? block
  if (text.charAt(last.end - 1) !== ':' || !/\n[^\S\n]*\n/.test(text.slice(last.end, start))) return false
  if (code === undefined) {
    const lines = isNumbered && block.kind === 'paragraph' && !explains ? text.slice(start, block.end).split('\n') : []
    return lines.length > 0 && !lines.some((line) => rules.isProse(line) || rules.isEnded(line))
  }
  const line = text.slice(text.lastIndexOf('\n', last.end - 1) + 1, last.end)
  return code.indent + body >= line.search(/\S/) + LEAST_SET
}
