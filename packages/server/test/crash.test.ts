import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { manage, openStorage } from '../src/open-storage.ts'
import { start, temporaryFolder } from './support/command-line.ts'
import { ask } from './support/service.ts'

/** Kills, and databases that they are spread over: a start takes one core. */
const KILLS = 50
const LANES = 2
const ACCOUNTS = 3

/** What the clients of a database have seen. */
interface Seen {
  completed: number
  /** Called after each that completes. */
  more: () => void
}

/** Resolves once so many more have completed. */
function more(seen: Seen, count: number): Promise<void> {
  const enough = seen.completed + count
  return new Promise((resolve) => {
    seen.more = () => {
      if (seen.completed >= enough) resolve()
    }
    seen.more()
  })
}

/** Posts requests of an account one after the other, some left early, until the service is gone. */
async function keepPosting(url: string, key: string, seen: Seen): Promise<void> {
  for (let request = 0; ; request += 1) {
    const controller = new AbortController()
    try {
      const response = await fetch(`${url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(ask({ query: request % 3 === 2 ? 'wait' : 'quick' })),
        signal: controller.signal,
      })
      if (request % 3 === 2) controller.abort()
      else if ((await response.text()).includes('[DONE]')) {
        seen.completed += 1
        seen.more()
      }
    } catch {
      if (!controller.signal.aborted) return
    }
  }
}

it('killed at random moments, the service has charged each request once or refunded it', async () => {
  await Promise.all(Array.from({ length: LANES }, crashAndCheck))
}, 240_000)

/** Keys of accounts with credits enough for all that is asked. */
async function makeKeys(folder: string): Promise<string[]> {
  const storage = await openStorage(
    readSettings({ DATABASE_URL: `sqlite:${join(folder, '.data', 'deep-research.db')}` }),
  )
  const { createAccount, grantCredits, createKey } = manage(storage)
  const keys: string[] = []
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { id } = await createAccount(`user${account}@example.com`, 'free')
    await grantCredits(id, 100_000)
    keys.push((await createKey(id)).key)
  }
  await storage.close()
  return keys
}

/** A database of its own, killed and started again, and looked at in the end. */
async function crashAndCheck(): Promise<void> {
  const folder = temporaryFolder()
  const environment = {
    PORT: '0',
    DISCONNECT_GRACE_MS: '0',
    LOG_LEVEL: 'silent',
  }
  const seen: Seen = { completed: 0, more: () => {} }
  const keys = await makeKeys(folder)
  for (let round = 0; round < KILLS / LANES; round += 1) {
    const service = start(folder, ['serve'], environment)
    const url = /http:\S+/.exec(await service.printed('listens on http'))?.[0] ?? ''
    const posting = keys.map((key) => keepPosting(url, key, seen))
    await more(seen, Math.random() * 4)
    service.child.kill('SIGKILL')
    await Promise.all(posting)
  }
  const last = start(folder, ['serve'], environment)
  await last.printed('listens')
  last.child.kill('SIGTERM')
  await last.ended
  expectSound(new DatabaseSync(join(folder, '.data', 'deep-research.db')), seen.completed)
}

/** What an operator's queries would show after all that. */
function expectSound(database: DatabaseSync, seenCompleted: number): void {
  const all = (sql: string) => database.prepare(sql).all()
  expect(all(`select * from request where ended_at is null`)).toEqual([])
  const charged = `(select coalesce(-sum(amount), 0) from ledger where request_id = request.id and reason = 'charge')`
  const refunded = `(select coalesce(sum(amount), 0) from ledger where request_id = request.id and reason = 'refund')`
  const kept = `case status when 'failed' then credits else 0 end`
  expect(all(`select * from request where ${charged} <> credits or ${refunded} <> ${kept}`)).toEqual([])
  expect(all(`select account_id, pool from ledger group by 1, 2 having sum(amount) < 0`)).toEqual([])
  const [{ completed } = { completed: 0 }] = all(`select count(*) as completed from request where status = 'completed'`)
  expect(Number(completed)).toBeGreaterThanOrEqual(seenCompleted)
  database.close()
}
