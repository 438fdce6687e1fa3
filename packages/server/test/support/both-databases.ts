import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { sqlite, type TestDatabase } from './databases.ts'
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts'

const required = process.env['REQUIRE_SERVICES'] === '1'
const postgres = findPostgres()

/** The same tests on SQLite and on PostgreSQL. `createUrl` gives a test the URL of an empty database of its own. */
export function onBothDatabases(name: string, suite: (createUrl: () => Promise<string>) => void): void {
  describe(`${name}, SQLite`, () => suite(() => forOneTest(sqlite.create())))

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

async function forOneTest(creating: Promise<TestDatabase>): Promise<string> {
  const { url, remove } = await creating
  onTestFinished(remove)
  return url
}
