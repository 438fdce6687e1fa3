import type { Block } from '../types.ts'
import { LONGEST_LABEL, labelIn } from './labels.ts'
import { isTermLevel } from './section-path.ts'

/** A longer heading or title is text whose author forgot to end it, wanted it large, or wanted it found. */
export const LONGEST_HEADING = 300
/** A longer beginning of a list item is emphasised text rather than the term that the item explains. */
export const LONGEST_TERM = 80

/** A block before it is known where it ends. */
export type BegunBlock = Omit<Block, 'end'>

/** A block as it turned out to be. `isAside`: it leads the reader elsewhere; `cells`: of the row that was written last. */
export function settledBlock(
  begun: BegunBlock,
  end: number,
  { isAside, cells }: { isAside: boolean; cells: number },
): Block {
  const { start, path, kind } = begun
  if (isAside) return { start, end, kind: 'furniture', path }
  // Most blocks have nothing further.
  if (kind === 'paragraph') return { start, path, kind, end }
  const { number, ...open } = begun
  // A table of one column is there for its looks.
  if (kind === 'row' && cells < 2) return { ...open, end, kind: 'paragraph' }
  return { ...open, end, ...(number === undefined ? {} : { number }) }
}

/** A row that is a label and what stands behind it. */
export const labelled = ({ start, path }: BegunBlock): BegunBlock => ({ start, path, kind: 'item', depth: 1 })

/** Makes a block what nobody reads for its own sake. */
export function asFurniture(blocks: Block[], at: number): void {
  const { start = 0, end = 0, path = [] } = blocks[at] ?? {}
  blocks[at] = { start, end, kind: 'furniture', path }
}

/** The title of what follows: of several terms that share a definition all. `path`: that of what stands before it. */
export function withFormerTerm(
  title: string,
  level: number,
  before: Block | undefined,
  path: readonly string[],
): string {
  if (!isTermLevel(level) || before?.kind !== 'heading' || before.level !== level) return title
  const joined = `${path.at(-1) ?? ''}, ${title}`
  return joined.length > LONGEST_HEADING ? title : joined
}

/** Whether what was written last is a label alone: "Note". `words`: what it consists of, or begins with. */
export function isLabelAlone(open: BegunBlock | undefined, words: string): boolean {
  const isShort = words.length <= LONGEST_LABEL && (open?.kind === 'paragraph' || open?.kind === 'quote')
  return isShort && labelIn(words) !== undefined
}

/** Code without the empty lines before and after it. */
export function linesOfCode(lines: string): string {
  const kept = lines.replace(/\r\n?/g, '\n').replace(/^(?:[^\S\n]*\n)+/, '')
  return kept.trimEnd()
}
