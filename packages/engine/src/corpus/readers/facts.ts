import marks from '#language/data/lead-marks.json' with { type: 'json' }
import { FIELD_LABEL } from '#language/field-label.ts'
import { BETWEEN_CELLS, EMPTY_CELL } from '#language/table-row.ts'
import type { Block } from '../types.ts'
import { isProse } from './line-rules.ts'
import { isTermLevel, termLevel } from './section-path.ts'

/** "Default: 30", "Use: main" */
const FACT = new RegExp(String.raw`^${FIELD_LABEL}:(?:\s+(\S.*))?$`, 'u')
const DEFAULT = /^default\b/i
/** UTF-16 units: a longer fact is text. */
const LONGEST_FACT = 80
/** What a reference says of an option: one of these labels is in a table of its facts. */
const LABEL = new RegExp(`^(?:${marks.factLabels.join('|')})$`, 'i')
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
    const below = isVersion(all[at + 1], text) ? at + 2 : at + 1
    const next = all[below]
    const isText = next?.kind === 'paragraph' || next?.kind === 'caption'
    const isExplained = isText && isBelowHeading(all, at) && areFacts(block, text)
    blocks[kept] = isExplained ? { ...next, start: block.start } : block
    kept += 1
    if (isExplained) at = below
  }
  blocks.length = kept
}

/**
 * What a table of one row says in a line of facts, where it ends a text and stands below a heading; `start`: where its header
 * begins. Undefined where it says none.
 */
export function factsBelowHeading(
  blocks: readonly Block[],
  text: string,
): { start: number; said: string; path: readonly string[] } | undefined {
  const [heading, header, row] = blocks.slice(-3)
  if (heading?.kind !== 'heading' || header?.number !== 0 || row?.kind !== 'row' || row.end !== text.length)
    return undefined
  const said = factsOfTable(text.slice(header.start, header.end), text.slice(row.start, row.end))
  return said === undefined ? undefined : { start: header.start, said, path: row.path }
}

/**
 * The facts that a table of one row below its header says of what its heading names, in a line: "Type: integer | Default: 200".
 * Undefined where they are none.
 */
function factsOfTable(header: string, row: string): string | undefined {
  const [labels, values] = [header.split(BETWEEN_CELLS), row.split(BETWEEN_CELLS)]
  if (values.length > labels.length || !labels.some((label) => LABEL.test(label.trim()))) return undefined
  const facts = labels.flatMap((label, at) => {
    const value = values[at]?.trim() ?? EMPTY_CELL
    const name = label.replaceAll('`', '').trim()
    return value === '' || value === EMPTY_CELL ? [] : [`${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value}`]
  })
  return facts.length > 1 && saysFacts(facts, true) ? facts.join(BETWEEN_CELLS) : undefined
}

const VERSION = /^(?:new|added|changed|deprecated) in version \S{1,20}$/i

/** Whether a block only says since when something is there: "New in version 8.3." */
const isVersion = (block: Block | undefined, text: string): boolean =>
  block?.kind === 'paragraph' &&
  block.end - block.start <= LONGEST_FACT &&
  VERSION.test(text.slice(block.start, block.end))

const isBelowHeading = (blocks: readonly Block[], at: number): boolean => blocks[at - 1]?.kind === 'heading'

const isFact = (line: string, isCell: boolean): boolean => {
  const [fact, value = ''] = FACT.exec(line.trim()) ?? []
  return fact !== undefined && fact.length <= LONGEST_FACT && (isCell || !isProse(value))
}

/** Several facts, or the default alone. `areCells`: a cell may hold a sentence. */
function saysFacts(lines: readonly string[], areCells = false): boolean {
  return lines.every((line) => isFact(line, areCells)) && (lines.length > 1 || DEFAULT.test(lines[0] ?? ''))
}

function areFacts({ kind, start, end }: Block, text: string): boolean {
  if (kind !== 'paragraph' || end - start > LONGEST) return false
  const said = text.slice(start, end)
  return saysFacts(said.split(/\n| \| /), !said.includes('\n') && said.includes(BETWEEN_CELLS))
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
