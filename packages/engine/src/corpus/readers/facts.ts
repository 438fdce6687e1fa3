import { BETWEEN_CELLS } from '#language/table-row.ts'
import type { Block } from '../types.ts'
import { isProse } from './line-rules.ts'
import { isTermLevel, termLevel } from './section-path.ts'

/** "Default: 30", "Use: main" */
const FACT = /^\p{L}[\p{L} ]{1,20}:(?:\s+(\S.*))?$/u
const DEFAULT = /^default\b/i
/** UTF-16 units: a longer fact is text. */
const LONGEST_FACT = 80
/** The name of what the facts are of. */
const NAME = /^\S{1,60}$/
/** UTF-16 units of a block of facts. */
const LONGEST = 400

/**
 * Makes one of what a reference says of an option in a line of facts and below it, so that its default is found by what the
 * option is for: facts below a heading belong to the paragraph that explains them, and a table of one row with a name before
 * its facts is the heading of what follows.
 */
export function withFacts(blocks: Block[], text: string): void {
  const all = withNames(blocks, text)
  let kept = 0
  for (let at = 0; at < all.length; at += 1) {
    const block = all[at]
    if (block === undefined) continue
    const next = all[at + 1]
    const isText = next?.kind === 'paragraph' || next?.kind === 'caption'
    const isExplained = isText && isBelowHeading(all, at) && areFacts(block, text)
    blocks[kept] = isExplained ? { ...next, start: block.start } : block
    kept += 1
    if (isExplained) at += 1
  }
  blocks.length = kept
}

const isBelowHeading = (blocks: readonly Block[], at: number): boolean => blocks[at - 1]?.kind === 'heading'

const isFact = (line: string): boolean => {
  const [fact, value = ''] = FACT.exec(line.trim()) ?? []
  return fact !== undefined && fact.length <= LONGEST_FACT && !isProse(value)
}

/** Several facts, or the default alone. */
function saysFacts(lines: readonly string[]): boolean {
  return lines.every(isFact) && (lines.length > 1 || DEFAULT.test(lines[0] ?? ''))
}

function areFacts({ kind, start, end }: Block, text: string): boolean {
  if (kind !== 'paragraph' || end - start > LONGEST) return false
  return saysFacts(text.slice(start, end).split(/\n| \| /))
}

/** The blocks, each table of one row that names an option a heading and its facts. */
function withNames(blocks: readonly Block[], text: string): readonly Block[] {
  const found: Block[] = []
  let entry: { above: readonly string[]; title: string } | undefined
  // Blocks with the same path go on sharing it.
  const paths = new Map<readonly string[], readonly string[]>()
  for (const [at, block] of blocks.entries()) {
    const name = nameIn(block, text, blocks[at - 1], blocks[at + 1])
    if (name !== undefined) {
      const { start, end, path } = block
      entry = { above: path, title: name }
      paths.clear()
      found.push({ start, end: start + name.length, kind: 'heading', level: termLevel(1), path })
      paths.set(path, [...path, name])
      found.push({ start: start + name.length + BETWEEN_CELLS.length, end, kind: 'paragraph', path: [...path, name] })
      continue
    }
    const isSection = block.kind === 'heading' && !isTermLevel(block.level ?? 0)
    if (entry === undefined || isSection || !entry.above.every((title, level) => block.path[level] === title)) {
      entry = undefined
      found.push(block)
      continue
    }
    const { above, title } = entry
    const path = paths.get(block.path) ?? [...above, title, ...block.path.slice(above.length)]
    paths.set(block.path, path)
    found.push({ ...block, path })
  }
  return found
}

/** The name of the option that a row speaks of which is a table of its own: "max_size | Use: main | Default: 50M". */
function nameIn({ kind, number, start, end }: Block, text: string, before?: Block, after?: Block): string | undefined {
  if (kind !== 'row' || number !== 1 || end - start > LONGEST) return undefined
  if (before?.kind === 'row' && before.number === 0) return undefined
  if (after?.kind === 'row' && after.number !== 1) return undefined
  const [name = '', ...facts] = text.slice(start, end).split(BETWEEN_CELLS)
  return NAME.test(name) && facts.length > 1 && saysFacts(facts) ? name : undefined
}
