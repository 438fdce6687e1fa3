import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest'
import { sqlite, type TestDatabase } from './databases.ts'
import { databasesAt, findPostgres, type PostgresServer, startPostgres } from './postgres.ts'

const required = process.env['REQUIRE_SERVICES'] === '1'
const postgres = findPostgres()

/**
 * The same tests on SQLite and on PostgreSQL. `createUrl` gives a test the URL of a database of its own, in which nobody
 * has an account.
 */
export function onBothDatabases(name: string, suite: (createUrl: () => Promise<string>) => void): void {
  onSqlite(name, suite)
  onPostgres(name, suite)
}

/** Tests on SQLite alone. */
export function onSqlite(name: string, suite: (createUrl: () => Promise<string>) => void): void {
  describe(`${name}, SQLite`, () => suite(() => forOneTest(sqlite.create())))
}

/** Tests on PostgreSQL alone, on the server that all files share, in databases that have our tables. */
export function onPostgres(name: string, suite: (createUrl: () => Promise<string>) => void): void {
  const shared = inject('postgres')
  if (shared === undefined) onOwnPostgres(name, suite)
  else
    describe(`${name}, PostgreSQL`, () => suite(() => forOneTest(databasesAt(shared.port, shared.migrated).create())))
}

/** Tests on a PostgreSQL server of their own, which can be halted, in databases that are empty. */
export function onOwnPostgres(
  name: string,
  suite: (createUrl: () => Promise<string>, server: () => PostgresServer) => void,
): void {
  const reason = postgres || required ? '' : ' (skipped: PostgreSQL is not installed, and REQUIRE_SERVICES is not 1)'
  describe.runIf(reason === '')(`${name}, PostgreSQL${reason}`, () => {
    let server: PostgresServer
    beforeAll(async () => {
      if (postgres === undefined) throw new Error('REQUIRE_SERVICES is 1, and PostgreSQL is not installed')
      server = await startPostgres(postgres)
    }, 60_000)
    afterAll(() => server?.stop())
    suite(
      () => forOneTest(server.create()),
      () => server,
    )
  })
}

async function forOneTest(creating: Promise<TestDatabase>): Promise<string> {
  const { url, remove } = await creating
  onTestFinished(remove)
  return url
}
