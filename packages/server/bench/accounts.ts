import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createManagement } from '../src/accounts/manage.ts'
import { signUp } from '../test/support/visitor.ts'
import { startChild } from './child.ts'
import { openStorage, readSettings } from './service.ts'
import { median, shown } from './statistics.ts'

const ACCOUNTS = 100_000
const OPERATOR = 'operator@example.com'

/** Milliseconds that a page may take by median. */
const MOST = 150

/** The operator's list of accounts: its first page, one far back, and searches that find much, one and nothing. */
export async function measureAccounts(rounds: number): Promise<Record<string, Record<string, string>>> {
  const folder = mkdtempSync(join(tmpdir(), 'deep-research-bench-'))
  const path = join(folder, 'accounts.db')
  const storage = await openStorage(readSettings({ DATABASE_URL: `sqlite:${path}` }))
  const manage = createManagement({ ...storage, clock: { now: Date.now } })
  await manage.createAccount('first@example.com', 'free')
  const service = await startChild('serve-service.ts', [path])
  try {
    const operator = await signUp(service.url, OPERATOR)
    await manage.setOperator(OPERATOR, true)
    fill(path)
    const rows: Record<string, Record<string, string>> = {}
    for (const [name, page] of Object.entries(PAGES)) {
      const times: number[] = []
      for (let round = -1; round < rounds; round += 1) {
        const begun = performance.now()
        const { status } = await operator.get(page)
        if (status !== 200) throw new Error(`${page} answered ${status}`)
        if (round >= 0) times.push(performance.now() - begun)
      }
      rows[name] = { 'page, ms': shown(times, 0), [`within ${MOST} ms`]: median(times) <= MOST ? 'yes' : 'NO' }
    }
    return rows
  } finally {
    await service.end()
    await storage.close()
    rmSync(folder, { recursive: true })
  }
}

const PAGES = {
  'first page': '/operator',
  'far back': `/operator?after=${ACCOUNTS / 2}.acct_0`,
  'a part that all have': '/operator?search=example.org',
  'one address': `/operator?search=user${ACCOUNTS / 2}%40`,
  'an address that nobody has': '/operator?search=nobody%40example.net',
}

/** Each account has a month's grant and an addition, as one that is used. */
function fill(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('begin')
  const account = database.prepare(`insert into account (id, email, tier, registered_at) values (?, ?, 'free', ?)`)
  const line = database.prepare(`
    insert into ledger (account_id, pool, sequence, amount, balance_after, reason, period, created_at)
    values (?, ?, 1, 300, 300, ?, ?, 0)`)
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const id = `acct_${index}`
    account.run(id, `user${index}@example.org`, index)
    line.run(id, 'free', 'grant', 1)
    line.run(id, 'added', 'top_up', null)
  }
  database.exec('commit')
  database.close()
}
