import type { Block } from '../types.ts'
import { LINE_HEAD, labelBefore } from './line-rules.ts'

/** Fewer lines with a label are a sentence that happens to begin so. */
const LEAST_LABELS = 3

/**
 * The entries of a block whose lines begin with labels: "us: time of users". What stands before the first is a paragraph;
 * a line without a label goes on with the entry above. Another block stays as it is.
 */
export function labelled(block: Block, text: string): Block[] {
  if (block.kind !== 'paragraph') return [block]
  const lines: { start: number; label: string | undefined }[] = []
  for (let at = block.start; at < block.end; ) {
    const found = text.indexOf('\n', at)
    const end = found === -1 || found > block.end ? block.end : found
    const indent = text.slice(at, end).search(/\S/)
    const start = at + Math.max(0, indent)
    lines.push({ start, label: labelBefore(text.slice(start, Math.min(end, start + LINE_HEAD))) })
    at = end + 1
  }
  const labels = lines.flatMap(({ label }) => label ?? [])
  const first = lines.findIndex(({ label }) => label !== undefined)
  const isList = labels.length >= LEAST_LABELS && new Set(labels).size === labels.length && first <= 1
  if (!isList) return [block]
  const begun = lines.filter(({ label }, at) => label !== undefined || at === 0)
  return begun.map(({ start, label }, at) => {
    const next = begun[at + 1]?.start ?? block.end
    const end = start + text.slice(start, next).trimEnd().length
    if (label === undefined) return { ...block, start, end, kind: 'paragraph' }
    return { start, end, kind: 'item', depth: 1, path: [...block.path, label] }
  })
}
