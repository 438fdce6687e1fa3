import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SourceWatch } from '../types.ts'

/** Where the system itself watches a tree; elsewhere each of its folders is watched. */
const WATCHES_TREES = process.platform === 'darwin' || process.platform === 'win32'
/** A tree of more folders than this is left to refreshes at intervals: each watched one takes a handle. */
const MOST_FOLDERS = 4_000

/**
 * Watches a folder and all below it; names that begin with a dot and installed packages are left out. Links are not
 * followed.
 */
export function watchFolder(root: string, onChange: () => void): SourceWatch {
  return watchFolders(
    WATCHES_TREES ? () => [root] : () => foldersBelow(root),
    (name) => !name.startsWith('.') || name === '.gitignore',
    onChange,
  )
}

/** Watches one file, by its folder: a file that is replaced becomes another one of the same name. */
export function watchFile(file: string, onChange: () => void): SourceWatch {
  return watchFolders(
    () => [dirname(file)],
    (name) => name === basename(file),
    onChange,
  )
}

/** Watches folders as they are listed at each update: each is watched before the next one is asked for. */
function watchFolders(
  list: () => Iterable<string> | AsyncIterable<string>,
  concerns: (name: string) => boolean,
  onChange: () => void,
): SourceWatch {
  const watchers = new Map<string, FSWatcher>()
  let closed = false

  /** Tells whether a folder is watched from now on, and was not before. */
  function add(folder: string): boolean {
    if (closed || watchers.has(folder)) return false
    try {
      const watcher = watch(folder, { recursive: WATCHES_TREES, persistent: false }, (_event, name) => {
        if (name === null || concerns(basename(name))) onChange()
      })
      // The folder is gone, or the system will watch no more: refreshes at intervals go on.
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
      return true
    } catch {
      return false
    }
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  return {
    async update() {
      const there = new Set<string>()
      let news = false
      for await (const folder of list()) {
        there.add(folder)
        news = add(folder) || news
      }
      for (const folder of watchers.keys()) if (!there.has(folder)) drop(folder)
      return news
    },
    close() {
      closed = true
      for (const folder of [...watchers.keys()]) drop(folder)
    },
  }
}

async function* foldersBelow(root: string): AsyncGenerator<string> {
  const open = [root]
  for (let count = 0; open.length > 0 && count < MOST_FOLDERS; count += 1) {
    const folder = open.pop() ?? root
    yield folder
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const folders = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    open.push(...folders.map(({ name }) => join(folder, name)))
  }
}
