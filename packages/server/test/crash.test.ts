import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { run, start, temporaryFolder } from './support/command-line.ts'
import { ask } from './support/service.ts'

/** Kills, and databases that they are spread over: a start takes one core. */
const KILLS = 50
const LANES = 2
const ACCOUNTS = 3

/** Posts requests of an account one after the other, some left early, until the service is gone. */
async function keepPosting(url: string, key: string, seen: { completed: number }): Promise<void> {
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
      else if ((await response.text()).includes('[DONE]')) seen.completed += 1
    } catch {
      if (!controller.signal.aborted) return
    }
  }
}

it('killed at random moments, the service has charged each request once or refunded it', async () => {
  await Promise.all(Array.from({ length: LANES }, crashAndCheck))
}, 240_000)

/** A database of its own, killed and started again, and looked at in the end. */
async function crashAndCheck(): Promise<void> {
  const folder = temporaryFolder()
  const environment = {
    PORT: '0',
    DISCONNECT_GRACE_MS: '0',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const seen = { completed: 0 }
  const keys: string[] = []
  for (let round = 0; round < KILLS / LANES; round += 1) {
    const service = start(folder, ['serve'], environment)
    const url = /http:\S+/.exec(await service.printed('listens on http'))?.[0] ?? ''
    while (keys.length < ACCOUNTS) {
      const email = `user${keys.length}@example.com`
      await run(folder, ['account', 'create', '--email', email])
      keys.push(JSON.parse((await run(folder, ['key', 'create', email, '--json'])).stdout).key)
    }
    const before = seen.completed
    const posting = keys.map((key) => keepPosting(url, key, seen))
    while (seen.completed < before + Math.random() * 12) await new Promise((resolve) => setImmediate(resolve))
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
