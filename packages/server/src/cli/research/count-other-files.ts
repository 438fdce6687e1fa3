import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { CorpusSource } from '@deep-research/engine'

const FOLDER = 'folder:'

/** How many files below the corpus's folders are of a kind that is not read, by their ending, the most frequent first. */
export async function countOtherFiles(
  sources: readonly CorpusSource[],
  signal: AbortSignal,
): Promise<[ending: string, files: number][]> {
  const counts = new Map<string, number>()
  for (const source of sources.filter(({ id }) => id.startsWith(FOLDER))) {
    const read = new Set<string>()
    for await (const entry of source.list(signal)) read.add('key' in entry ? entry.key : entry.source)
    const root = source.id.slice(FOLDER.length)
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
      const isHidden = path.split('/').some((name) => name.startsWith('.'))
      if (!entry.isFile() || isHidden || read.has(path)) continue
      const ending = extname(path).toLowerCase() || 'without an ending'
      counts.set(ending, (counts.get(ending) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** How many endings are named; the rest are counted together. */
const MOST_NAMED = 5

/** One line about the files that are not read; undefined if there are none. */
export function describeOtherFiles(counts: readonly [ending: string, files: number][]): string | undefined {
  if (counts.length === 0) return undefined
  const total = counts.reduce((sum, [, files]) => sum + files, 0)
  const named = counts.slice(0, MOST_NAMED).map(([ending, files]) => `${files} ${ending}`)
  const more = counts.length > MOST_NAMED ? ', …' : ''
  return `Not read, as files of their kind are not: ${total} (${named.join(', ')}${more}).`
}
