import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/storage/sql/schema.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'

/** A kind of database that the storage suite runs on. */
export interface DatabaseKind {
  /** How many histories are best played beside each other. */
  lanes: number
  /** Makes an empty database. */
  create(): Promise<TestDatabase>
}

export interface TestDatabase {
  /** Opens it; as often as wanted, as a process would after a restart. */
  open(): Promise<Database>
  remove(): Promise<void>
}

export const sqlite: DatabaseKind = {
  lanes: 1,
  async create() {
    // In memory where the system has such a folder: what a disk takes to be sure of a write is not what is tested.
    const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const folder = mkdtempSync(join(root, 'deep-research-'))
    return {
      open: async () => openSqlite(join(folder, 'test.db')),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}
