import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { EXTENSIONS, extensionOf } from '../readers/formats.ts'
import { codeOf } from '../readers/problem.ts'
import type { CorpusEntry, CorpusProblem, CorpusSource } from '../types.ts'
import { fingerprint } from './file-source.ts'
import { readCorpusFile } from './read-entry.ts'
import { watchFolder } from './watch-folder.ts'

export interface FolderOptions {
  /** Where the folder is published. */
  baseUrl?: string | undefined
  /** Stands before each path in addresses; keeps the addresses of several folders apart. */
  prefix?: string | undefined
}

/**
 * A folder and all below it: the files of every format that is read. Names that begin with a dot are left out.
 * A link is followed as long as it stays in the folder, and each file is taken once.
 */
export function folderSource(folder: string, { baseUrl, prefix }: FolderOptions = {}): CorpusSource {
  const root = resolve(folder)
  const publicPath = (key: string) => (prefix === undefined ? key : `${prefix}/${key}`)
  return {
    id: `folder:${root}`,
    async *list(signal) {
      const walk: Walk = { root: await realpath(root), seen: new Set(), links: [], others: new Map(), signal, baseUrl }
      yield* listFolder(walk, walk.root)
      // Links are followed after all real files, so that a link never takes a file's own name.
      for (let link = walk.links.shift(); link !== undefined; link = walk.links.shift()) yield* listLink(walk, link)
      if (walk.others.size > 0) yield { source: 'other files', message: `${counted(walk.others)}: these are not read` }
    },
    async *read(key, signal) {
      const real = await realpath(join(root, key))
      // The file may have become a link since it was listed.
      if (!isInside(await realpath(root), real)) yield { problem: 'leads out of the folder; it is skipped' }
      else yield* readCorpusFile({ absolute: real, path: publicPath(key), baseUrl }, signal)
    },
    watch: (onChange) => watchFolder(root, onChange),
  }
}

interface Walk {
  /** Real path. */
  root: string
  /** The real paths of folders and of the targets of links, so that nothing is listed twice or in circles. */
  seen: Set<string>
  /** Paths of links, below the root as it is named, still to be followed. */
  links: string[]
  /** How many files there are of each type that is not read. */
  others: Map<string, number>
  signal: AbortSignal
  baseUrl: string | undefined
}

type Listed = CorpusEntry | CorpusProblem

async function* listFolder(walk: Walk, folder: string): AsyncGenerator<Listed> {
  walk.signal.throwIfAborted()
  let entries: Dirent[]
  try {
    const real = await realpath(folder)
    if (walk.seen.has(real)) return
    walk.seen.add(real)
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    yield { source: keyOf(walk, folder) || '.', message: `cannot be listed (${codeOf(error)})` }
    return
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) walk.links.push(path)
    else if (entry.isDirectory()) yield* listFolder(walk, path)
    else if (entry.isFile()) yield* listFile(walk, path)
  }
}

async function* listLink(walk: Walk, path: string): AsyncGenerator<Listed> {
  let real: string
  let target: Stats
  try {
    real = await realpath(path)
    target = await stat(real)
  } catch (error) {
    yield { source: keyOf(walk, path), message: `is a link that leads nowhere (${codeOf(error)})` }
    return
  }
  if (!isInside(walk.root, real)) yield { source: keyOf(walk, path), message: 'leads out of the folder; it is skipped' }
  else if (target.isDirectory()) yield* listFolder(walk, path)
  else if (target.isFile()) yield* listFile(walk, path, real)
}

async function* listFile(walk: Walk, path: string, real = path): AsyncGenerator<Listed> {
  if (walk.seen.has(real)) return
  walk.seen.add(real)
  const extension = extensionOf(path)
  if (!EXTENSIONS.has(extension)) {
    walk.others.set(extension, (walk.others.get(extension) ?? 0) + 1)
    return
  }
  try {
    const { mtimeMs, size } = await stat(path)
    yield { key: keyOf(walk, path), fingerprint: fingerprint(mtimeMs, size, walk.baseUrl), bytes: size }
  } catch (error) {
    yield { source: keyOf(walk, path), message: `cannot be read (${codeOf(error)})` }
  }
}

/** Types that are named one by one; a person reads no more. */
const NAMED_TYPES = 8

/** "12 .png, 3 .json, 1 without an ending": the most frequent first. */
function counted(others: ReadonlyMap<string, number>): string {
  const sorted = [...others].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const named = sorted.slice(0, NAMED_TYPES).map(([type, count]) => `${count} ${type || 'without an ending'}`)
  const rest = sorted.slice(NAMED_TYPES).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(rest > 0 ? [`${rest} of other types`] : [])].join(', ')
}

function keyOf({ root }: Walk, path: string): string {
  return relative(root, path).split(sep).join('/')
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}
