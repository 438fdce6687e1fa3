import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readSettings, startService } from '../src/index.ts'
import { levelLimits } from '../src/kernel/level-limits.ts'
import type { Log } from '../src/kernel/log.ts'
import { createLedgerWatch } from '../src/ledger-watch.ts'
import { openStorage } from '../src/open-storage.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'
import { ask } from './support/service.ts'
import { execute } from './support/stored-rows.ts'

const LIMITS = levelLimits([2, 5, 15])

onBothDatabases('what the service checks of itself', (createUrl) => {
  const withAccounts = async (count: number) => {
    const url = await createUrl()
    const settings = readSettings({ DATABASE_URL: url, PORT: '0', AUTH_SECRET: randomUUID().repeat(2) })
    const engine = createScriptedEngine()
    const service = await startService(settings, { openEngine: async () => engine })
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      const { id } = await service.manage.createAccount(`a${index}@example.com`, 'pro')
      await service.manage.grantCredits(id, 40)
      ids.push(id)
    }
    return { url, settings, service, engine, ids }
  }

  it('finds every entry of the ledger that does not follow from the one before it, in parts of any size', async () => {
    const { url, settings, service, ids } = await withAccounts(5)
    await service.close()
    const storage = await openStorage(settings)
    const sweep = async (limit: number) => {
      const found = { drift: 0, accounts: [] as string[] }
      let place: Parameters<typeof storage.checkLedger>[0]
      do {
        const part = await storage.checkLedger(place, limit)
        found.drift += part.drift
        found.accounts.push(...part.accounts)
        place = part.place
      } while (place)
      return found
    }
    for (const limit of [1, 2, 3, 5, 100]) expect(await sweep(limit)).toEqual({ drift: 0, accounts: [] })
    await execute(
      url,
      `update ledger set balance_after = balance_after + 7 where account_id = '${ids[2]}' and pool = 'added'`,
    )
    for (const limit of [1, 2, 3, 5, 100]) expect(await sweep(limit)).toEqual({ drift: 7, accounts: [ids[2]] })
    await execute(url, `update ledger set sequence = 3 where account_id = '${ids[4]}' and pool = 'added'`)
    expect((await sweep(2)).accounts.toSorted()).toEqual([ids[2], ids[4]].toSorted())
    const lines: unknown[] = []
    const log: Log = { debug() {}, info() {}, warn() {}, error: (facts) => lines.push(facts) }
    const watch = createLedgerWatch({ storage, log })
    expect(watch.drift).toBe(undefined)
    await watch.check()
    expect(watch.drift).toBe(8)
    expect(lines).toEqual([{ accounts: expect.arrayContaining([ids[2], ids[4]]), credits: 8 }])
    await storage.close()
  })

  it('knows how many requests wait and run, and how old the oldest are', async () => {
    const { url, settings, service, engine, ids } = await withAccounts(1)
    const storage = await openStorage(settings)
    const nothing = { waiting: 0, oldestWaitingMs: 0, running: 0, oldestRunningMs: 0, overdue: 0 }
    expect(await storage.ages(Date.now(), LIMITS)).toEqual(nothing)
    const { key } = await service.manage.createKey(ids[0] ?? '')
    const post = () =>
      fetch(`${service.url}/v1/research`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(ask()),
      })
    const streams = [await post(), await post()]
    await execute(url, `update request set started_at = 1000`)
    expect(await storage.ages(61_000, LIMITS)).toEqual({ ...nothing, running: 2, oldestRunningMs: 60_000 })
    // Both are of level low, which has two minutes.
    expect(await storage.ages(121_000, LIMITS)).toMatchObject({ running: 2, overdue: 0 })
    expect(await storage.ages(121_001, LIMITS)).toMatchObject({ running: 2, overdue: 2 })
    await execute(url, `update request set level = 'medium'`)
    expect(await storage.ages(121_001, LIMITS)).toMatchObject({ running: 2, overdue: 0 })
    await execute(url, `update request set epoch = 0`)
    expect(await storage.ages(900_000, LIMITS)).toMatchObject({ waiting: 2, overdue: 0 })
    expect(await storage.ages(61_000, LIMITS)).toEqual({ ...nothing, waiting: 2, oldestWaitingMs: 60_000 })
    await execute(url, `update request set epoch = 1`)
    for (let run = 0; run < 2; run += 1) (await engine.nextRun()).complete()
    for (const stream of streams) await stream.text()
    expect(await storage.ages(61_000, LIMITS)).toEqual(nothing)
    await storage.close()
    await service.close()
  })
})
