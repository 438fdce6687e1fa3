import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { extensionOf, isRead } from '../formats/formats.ts'
import { codeOf } from '../readers/problem.ts'
import type { CorpusEntry, CorpusProblem, CorpusSource } from '../types.ts'
import { Exclusions, type FileRules } from './file-rules.ts'
import { fingerprint } from './file-source.ts'
import { LeftOut } from './left-out.ts'
import { type FileOptions, readCorpusFile } from './read-entry.ts'
import { watchFolder } from './watch-folder.ts'

export interface FolderOptions extends FileOptions, FileRules {
  /** Stands before each path in addresses; keeps the addresses of several folders apart. */
  prefix?: string | undefined
}

/**
 * A folder and all below it: the files of every format that is read. Left out are names that begin with a dot, packages
 * that npm has installed, what a `.gitignore` in the folder names, lock files, and what the rules say.
 * A link is followed as long as it stays in the folder, and each file is taken once.
 */
export function folderSource(
  folder: string,
  { prefix, include, exclude, ...options }: FolderOptions = {},
): CorpusSource {
  const root = resolve(folder)
  const publicPath = (key: string) => (prefix === undefined ? key : `${prefix}/${key}`)
  return {
    id: `folder:${root}`,
    async *list(signal) {
      const real = await realpath(root)
      const rules = new Exclusions(real, { include, exclude })
      const walk: Walk = { root: real, rules, seen: new Set(), links: [], leftOut: new LeftOut(), signal, options }
      yield* listFolder(walk, walk.root)
      // Links are followed after all real files, so that a link never takes a file's own name.
      for (let link = walk.links.shift(); link !== undefined; link = walk.links.shift()) yield* listLink(walk, link)
      yield* walk.leftOut.problems()
    },
    async *read(key, signal) {
      const real = await realpath(join(root, key))
      // The file may have become a link since it was listed.
      if (!isInside(await realpath(root), real)) yield { problem: 'leads out of the folder; it is skipped' }
      else yield* readCorpusFile({ absolute: real, path: publicPath(key), ...options }, signal)
    },
    watch: (onChange) => watchFolder(root, onChange),
  }
}

/** What a service keeps beside its database, and SQLite beside any, which nobody takes for a document. */
const OWN_FILE =
  /^corpus-[0-9a-f]{12}\.index\b|^(?:deep-research|demo|pages|questions)\.db\b|\.db-(?:wal|shm|journal)$|\.auth-secret$/

interface Walk {
  /** Real path. */
  root: string
  /** The real paths of folders and of the targets of links, so that nothing is listed twice or in circles. */
  seen: Set<string>
  /** Paths of links, below the root as it is named, still to be followed. */
  links: string[]
  rules: Exclusions
  leftOut: LeftOut
  signal: AbortSignal
  options: FileOptions
}

type Listed = CorpusEntry | CorpusProblem

async function* listFolder(walk: Walk, folder: string): AsyncGenerator<Listed> {
  walk.signal.throwIfAborted()
  let entries: Dirent[]
  try {
    const real = await realpath(folder)
    if (walk.seen.has(real)) return
    walk.seen.add(real)
    const fault = await walk.rules.enter(folder)
    if (fault !== undefined) yield { source: keyOf(walk, join(folder, '.gitignore')), message: fault, kind: 'served' }
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
    else if (entry.isDirectory()) yield* listSubfolder(walk, path)
    else if (entry.isFile()) yield* listFile(walk, path)
  }
}

async function* listSubfolder(walk: Walk, path: string): AsyncGenerator<Listed> {
  const why = walk.rules.ofFolder(path)
  if (why === undefined) yield* listFolder(walk, path)
  else walk.leftOut.add(why, keyOf(walk, path), 'folders')
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
  else if (target.isDirectory()) yield* listSubfolder(walk, path)
  else if (target.isFile()) yield* listFile(walk, path, real)
}

async function* listFile(walk: Walk, path: string, real = path): AsyncGenerator<Listed> {
  if (walk.seen.has(real)) return
  walk.seen.add(real)
  const why = walk.rules.ofFile(path, basename(path))
  if (why !== undefined) return walk.leftOut.add(why, keyOf(walk, path), 'files')
  if (!isRead(path)) return OWN_FILE.test(basename(path)) ? undefined : walk.leftOut.addType(extensionOf(path))
  try {
    const { mtimeMs, size } = await stat(path)
    yield { key: keyOf(walk, path), fingerprint: fingerprint(mtimeMs, size, walk.options), bytes: size }
  } catch (error) {
    // What the system gives for bytes that are no UTF-8 names no file.
    const message = path.includes('\ufffd') ? 'has a name that is not UTF-8' : `cannot be read (${codeOf(error)})`
    yield { source: keyOf(walk, path), message }
  }
}

function keyOf({ root }: Walk, path: string): string {
  return relative(root, path).split(sep).join('/')
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}
