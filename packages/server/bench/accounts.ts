import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { createManagement } from '../src/accounts/manage.ts'
import { type DatabaseKind, sqlite } from '../test/support/databases.ts'
import { findPostgres, startPostgres } from '../test/support/postgres.ts'
import { signUp } from '../test/support/visitor.ts'
import { startChild } from './child.ts'
import { openStorage, readSettings } from './service.ts'
import { median, shown } from './statistics.ts'

const ACCOUNTS = 100_000
const OPERATOR = 'operator@example.com'

/** Milliseconds that a page may take by median. */
const MOST = 150

const PAGES = {
  'first page': '/operator',
  'far back': `/operator?after=${ACCOUNTS / 2}.acct_0`,
  'a part that all have': '/operator?search=example.org',
  'one address': `/operator?search=user${ACCOUNTS / 2}%40`,
  'an address that nobody has': '/operator?search=nobody%40example.net',
  'suspended, which nobody is': '/operator?state=suspended',
  operators: '/operator?state=operator',
  'one account': '/operator/accounts/acct_5',
}

type Rows = Record<string, Record<string, string>>

/** The operator's list of accounts on each database: pages of it, searches that find much, one and nothing. */
export async function measureAccounts(rounds: number): Promise<Rows> {
  const rows = await measureOn('SQLite', sqlite, rounds)
  const bin = findPostgres()
  if (bin === undefined) return rows
  const server = await startPostgres(bin)
  try {
    return { ...rows, ...(await measureOn('PostgreSQL', server, rounds)) }
  } finally {
    await server.stop()
  }
}

async function measureOn(name: string, kind: DatabaseKind, rounds: number): Promise<Rows> {
  const { url, remove } = await kind.create()
  const storage = await openStorage(readSettings({ DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }))
  const manage = createManagement({ ...storage, clock: { now: Date.now } })
  await manage.createAccount('first@example.com', 'free')
  await manage.setOperator('first@example.com', true)
  const service = await startChild('serve-service.ts', [url])
  try {
    const operator = await signUp(service.url, OPERATOR)
    await manage.setOperator(OPERATOR, true)
    await fill(url)
    const rows: Rows = {}
    for (const [page, path] of Object.entries(PAGES)) {
      const times: number[] = []
      for (let round = -1; round < rounds; round += 1) {
        const begun = performance.now()
        const { status } = await operator.get(path)
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        if (round >= 0) times.push(performance.now() - begun)
      }
      const within = median(times) <= MOST ? 'yes' : 'NO'
      rows[`${name}, ${page}`] = { 'page, ms': shown(times, 0), [`within ${MOST} ms`]: within }
    }
    return rows
  } finally {
    await service.end()
    await storage.close()
    await remove()
  }
}

const NUMBERS = `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${ACCOUNTS - 1})`

/** Each account has a month's grant and an addition, as one that is used. */
const FILLING = [
  `insert into account (id, email, tier, registered_at)
  ${NUMBERS} select 'acct_' || n, 'user' || n || '@example.org', 'free', n from numbers`,
  `insert into ledger (account_id, pool, sequence, amount, balance_after, reason, period, created_at)
  ${NUMBERS} select 'acct_' || n, 'free', 1, 300, 300, 'grant', 1, 0 from numbers`,
  `insert into ledger (account_id, pool, sequence, amount, balance_after, reason, period, created_at)
  ${NUMBERS} select 'acct_' || n, 'added', 1, 300, 300, 'top_up', null, 0 from numbers`,
]

async function fill(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    for (const statement of FILLING) database.exec(statement)
    database.close()
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of FILLING) await client.query(statement)
  // The server would do so by itself within a minute.
  await client.query('vacuum analyze')
  await client.end()
}
