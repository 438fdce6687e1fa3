import { lineBefore } from '#language/line-before.ts'
import type { Block } from '../types.ts'
import { hasSmallWord, isEnded, isProse } from './line-rules.ts'

/** "Example: redirect all traffic." */
const EXAMPLE = /^examples?\s*(?:(?:\([^)\n]*\)|\d{1,2})\s*)?:/i
/** Columns by which the lines of an example are set apart from its title, at least. */
const LEAST_SET = 3

/** "Example 3.9. Configuring external files", which may go on in another line. */
const TITLE = /^Example\s\p{N}+(?:[.-]\p{N}+)*[.:]\s\S.{0,100}(?:\n\S.{0,60})?(?<![.:;])$/u
/** Parts of a program or of settings below the title of an example. */
const MOST_PARTS = 12

/** Most paragraphs begin with another letter: nothing more of them needs to be looked at. */
const mayBeginWithExample = ({ start }: Block, text: string): boolean => 'Ee'.includes(text.charAt(start))

/** Parts the lines of an example from the line above them that says what it is of; what is typed below a title is code. */
export function partExamples(blocks: Block[], text: string): void {
  joinTyped(blocks, text)
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (block?.kind !== 'paragraph' || !mayBeginWithExample(block, text)) continue
    const words = text.slice(block.start, block.end)
    if (!EXAMPLE.test(words)) continue
    const indent = lineBefore(text, block.start).length
    const first = words.indexOf('\n')
    const next = blocks[at + 1]
    if (first < 0 && next?.kind === 'paragraph' && !words.endsWith(':')) {
      const isBelow = /^\n[^\S\n]+$/.test(text.slice(block.end, next.start))
      const isSet = isBelow && next.start - block.end > indent + LEAST_SET
      if (isSet) blocks[at + 1] = { ...next, start: block.end + 1, kind: 'code' }
    }
    if (first < 0) continue
    const lines = words.slice(first + 1).split('\n')
    if (!lines.every((line) => line.search(/\S/) >= indent + LEAST_SET)) continue
    const start = block.start + first + 1
    blocks.splice(at, 1, { ...block, end: start - 1 }, { start, end: block.end, kind: 'code', path: block.path })
  }
}

/** Makes one block of code of what stands below the title of an example, as far as it is no running text. */
function joinTyped(blocks: Block[], text: string): void {
  let kept = 0
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block
    const isTitle =
      block.kind === 'paragraph' && mayBeginWithExample(block, text) && TITLE.test(text.slice(block.start, block.end))
    blocks[kept++] = block
    at += 1
    const first = isTitle ? blocks[at] : undefined
    let last: Block | undefined
    for (const end = first ? at + MOST_PARTS : at; at < end && isTyped(blocks[at], block, text); at += 1)
      last = blocks[at]
    if (first && last) blocks[kept++] = { start: first.start, end: last.end, kind: 'code', path: first.path }
  }
  blocks.length = kept
}

/** Whether a block below a title is code, or nothing but lines that are no sentences. */
function isTyped(block: Block | undefined, { path }: Block, text: string): boolean {
  if (block === undefined || block.path.length !== path.length || block.path.at(-1) !== path.at(-1)) return false
  if (block.kind === 'code') return true
  const lines = block.kind === 'paragraph' ? text.slice(block.start, block.end).split('\n') : []
  return (
    lines.length > 0 &&
    lines.every((line) => !(hasSmallWord(line) && isProse(line)) && !isEnded(line) && !line.startsWith('Example '))
  )
}
