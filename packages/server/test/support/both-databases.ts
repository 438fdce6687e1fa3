import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts'

interface DatabaseUrl {
  url: string
  remove(): Promise<void>
}

const required = process.env['REQUIRE_SERVICES'] === '1'
const postgres = findPostgres()

/** The same tests on SQLite and on PostgreSQL. `createUrl` gives a test the URL of an empty database of its own. */
export function onBothDatabases(name: string, suite: (createUrl: () => Promise<string>) => void): void {
  describe(`${name}, SQLite`, () => suite(() => forOneTest(createSqlite())))

  const reason = postgres || required ? '' : ' (skipped: PostgreSQL is not installed, and REQUIRE_SERVICES is not 1)'
  describe.runIf(reason === '')(`${name}, PostgreSQL${reason}`, () => {
    let server: PostgresServer
    beforeAll(async () => {
      if (postgres === undefined) throw new Error('REQUIRE_SERVICES is 1, and PostgreSQL is not installed')
      server = await startPostgres(postgres)
    }, 60_000)
    afterAll(() => server?.stop())
    suite(() => forOneTest(server.create()))
  })
}

async function forOneTest(creating: Promise<DatabaseUrl>): Promise<string> {
  const { url, remove } = await creating
  onTestFinished(remove)
  return url
}

async function createSqlite(): Promise<DatabaseUrl> {
  // In memory where the system has such a folder: what a disk takes to be sure of a write is not what is tested.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'deep-research-'))
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
