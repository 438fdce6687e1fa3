import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/storage/sql/schema.ts'
import { openSqlite } from '../../src/storage/sqlite/open.ts'

/** A kind of database that the storage suite runs on. */
export interface DatabaseKind {
  /** Makes an empty database. */
  create(): Promise<TestDatabase>
}

export interface TestDatabase {
  /** Opens it; as often as wanted, as a process would after a restart. */
  open(): Promise<Database>
  remove(): Promise<void>
}

export const sqlite: DatabaseKind = {
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'deep-research-'))
    return {
      open: async () => openSqlite(join(folder, 'test.db')),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}
