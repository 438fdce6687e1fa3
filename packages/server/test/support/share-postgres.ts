import type { TestProject } from 'vitest/node'
import { readSettings } from '../../src/index.ts'
import { migrateStorage } from '../../src/open-storage.ts'
import { findPostgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for all tests that need none of their own: its port, and a database that has our tables. */
    postgres?: { port: number; migrated: string }
  }
}

/** Before all tests, once: a new server takes a second of a processor, and tables a quarter; a copy takes a tenth. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const bin = findPostgres()
  if (bin === undefined) return undefined
  const server = await startPostgres(bin)
  const { url } = await server.create()
  await migrateStorage(readSettings({ DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }))
  project.provide('postgres', { port: server.port, migrated: new URL(url).pathname.slice(1) })
  return () => server.stop()
}
