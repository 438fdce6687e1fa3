import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of a PostgreSQL server for all tests that need no server of their own; absent where none is installed. */
    postgres?: number
  }
}

/** Before all tests, once: a new server takes a second of a processor, a new database in it a twentieth. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const bin = findPostgres()
  if (bin === undefined) return undefined
  const server = await startPostgres(bin)
  project.provide('postgres', server.port)
  return () => server.stop()
}
