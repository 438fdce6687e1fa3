import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SourceWatch } from '../types.ts'

/** Where the system itself watches a tree; elsewhere each of its folders is watched. */
const WATCHES_TREES = process.platform === 'darwin' || process.platform === 'win32'

/** A tree of more folders than this is left to refreshes at intervals: each watched one takes a handle. */
const MOST_FOLDERS = 4_000

/** Watches a folder and all below it, names that begin with a dot left out. Links are not followed. */
export function watchFolder(root: string, onChange: () => void): SourceWatch {
  const watchers = new Map<string, FSWatcher>()
  let closed = false

  function add(folder: string, recursive: boolean): boolean {
    if (closed || watchers.has(folder)) return false
    try {
      const watcher = watch(folder, { recursive, persistent: false }, (_event, name) => {
        if (name === null || !basename(name).startsWith('.')) onChange()
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

  async function update(): Promise<boolean> {
    if (WATCHES_TREES) return add(root, true)
    const there = new Set<string>()
    let news = false
    const open = [root]
    for (let folder = open.pop(); folder !== undefined && there.size < MOST_FOLDERS; folder = open.pop()) {
      there.add(folder)
      // Before it is listed, so that nothing comes in between.
      news = add(folder, false) || news
      open.push(...(await foldersIn(folder)))
    }
    for (const folder of watchers.keys()) if (!there.has(folder)) drop(folder)
    return news
  }

  return {
    update,
    close() {
      closed = true
      for (const folder of [...watchers.keys()]) drop(folder)
    },
  }
}

/** Watches one file, by its folder: a file that is replaced becomes another one of the same name. */
export function watchFile(file: string, onChange: () => void): SourceWatch {
  let watcher: FSWatcher | undefined
  return {
    async update() {
      if (watcher !== undefined) return false
      try {
        watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
          if (name === null || name === basename(file)) onChange()
        })
        watcher.on('error', () => watcher?.close())
        return true
      } catch {
        return false
      }
    },
    close: () => watcher?.close(),
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    return folders.map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}
