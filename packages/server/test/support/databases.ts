import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A storage dialect's databases, for the storage suite to run on. */
export interface DatabaseKind {
  /** How many histories are best played beside each other. */
  lanes: number
  /** Makes an empty database. */
  create(): Promise<TestDatabase>
}

export interface TestDatabase {
  url: string
  remove(): Promise<void>
}

export const sqlite: DatabaseKind = {
  lanes: 1,
  async create() {
    // In memory where the system has such a folder: what a disk takes to be sure of a write is not what is tested.
    const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const folder = mkdtempSync(join(root, 'deep-research-'))
    return {
      url: `sqlite:${join(folder, 'test.db')}`,
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}
