import type { Block } from '../types.ts'
import { isTermLevel } from './section-path.ts'

/** "Default value:", "Return type" */
const LABEL = /^\p{Lu}\p{Ll}+(?: \p{Ll}+){0,3}:?$/u
/** What is a label of a reference stands in several of its entries. */
const LEAST_ENTRIES = 3

type Written = { text: string; blocks: Block[] }

/**
 * Makes labels of the terms that stand in several entries of a reference alike, such as "Default value" and "Return type": each
 * begins the paragraph that stands below it, which belongs to what the entry is of.
 */
export function withFieldLists({ text, blocks }: Written): Written {
  const labels = labelsIn(text, blocks)
  if (labels.size === 0) return { text, blocks }
  const found: Block[] = []
  // Blocks with the same path go on sharing it.
  const paths = new Map<readonly string[], readonly string[]>()
  let out = ''
  let read = 0
  /** The labels that what is read stands under, by their place in its path. */
  let under: readonly { at: number; title: string }[] = []
  const pathOf = (path: readonly string[]): readonly string[] => {
    under = under.filter(({ at, title }) => path[at] === title)
    if (under.length === 0) return path
    const own = paths.get(path) ?? path.filter((_, place) => !under.some(({ at }) => at === place))
    paths.set(path, own)
    return own
  }
  const copyTo = (end: number): void => {
    out += text.slice(read, end)
    read = end
  }
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (block === undefined) continue
    copyTo(block.start)
    const start = out.length
    const path = pathOf(block.path)
    if (!isLabel(block, text, labels)) {
      copyTo(block.end)
      found.push({ ...block, start, end: out.length, path })
      continue
    }
    copyTo(block.end)
    under = [...under, { at: block.path.length, title: text.slice(block.start, block.end) }]
    if (!out.endsWith(':')) out += ':'
    const next = blocks[at + 1]
    if (next?.kind === 'paragraph' && next.path.length === block.path.length + 1) {
      out += ' '
      read = next.start
      copyTo(next.end)
      at += 1
    }
    found.push({ start, end: out.length, kind: 'paragraph', path })
  }
  copyTo(text.length)
  return { text: out, blocks: found }
}

const isLabel = ({ kind, level = 1, start, end }: Block, text: string, labels: ReadonlySet<string>): boolean =>
  kind === 'heading' && isTermLevel(level) && labels.has(text.slice(start, end))

/** The terms that are labels: they stand alike under several headings. */
function labelsIn(text: string, blocks: readonly Block[]): ReadonlySet<string> {
  const entries = new Map<string, Set<string>>()
  for (const { kind, level = 1, start, end, path } of blocks) {
    if (kind !== 'heading' || !isTermLevel(level)) continue
    const title = text.slice(start, end)
    if (!LABEL.test(title)) continue
    const places = entries.get(title) ?? new Set()
    entries.set(title, places.add(path.join('\n')))
  }
  return new Set([...entries].filter(([, places]) => places.size >= LEAST_ENTRIES).map(([title]) => title))
}
