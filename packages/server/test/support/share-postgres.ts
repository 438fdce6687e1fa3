import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPostgres, startPostgres } from './postgres.ts'

/** The command line from its sources, which Vitest's setup could not import before they are built. */
const PROGRAM = ['--conditions=@deep-research/source', resolve(import.meta.dirname, '../../src/main.ts')]

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
  try {
    const { url } = await server.create()
    const env = { ...process.env, DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }
    execFileSync(process.execPath, [...PROGRAM, 'migrate'], { env, stdio: 'pipe' })
    project.provide('postgres', { port: server.port, migrated: new URL(url).pathname.slice(1) })
  } catch (error) {
    await server.stop()
    throw error
  }
  return () => server.stop()
}
