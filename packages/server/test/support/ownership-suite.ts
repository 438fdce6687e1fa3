import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManagement } from '../../src/accounts/manage.ts'
import type { Claim } from '../../src/jobs/claim.ts'
import type { Chunk } from '../../src/jobs/ports.ts'
import { dialectOf } from '../../src/storage/dialects.ts'
import type { Database } from '../../src/storage/sql/connection.ts'
import { createStorage, type Storage } from '../../src/storage/storage.ts'
import type { DatabaseKind, TestDatabase } from './databases.ts'
import { ANY, ENDED } from './history.ts'

const now = Date.UTC(2026, 0, 15)
const id = 'req_1'

/** What every kind of database must do so that one process at a time owns a request. */
export function ownershipSuite(kind: () => DatabaseKind): void {
  describe('a request that is taken over', () => {
    let test: TestDatabase
    let database: Database
    let storage: Storage
    let accountId: string

    beforeEach(async () => {
      test = await kind().create()
      database = await dialectOf(test.url).open(test.url)
      storage = createStorage(database)
      await storage.migrate(now)
      const account = await createManagement({ ...storage, clock: { now: () => now } }).createAccount('a@b.c', 'scale')
      accountId = account.id
      await storage.admission.admit({
        ...{ ...ANY, id, accountId, query: 'why?', level: 'high', credits: 20, epoch: 0, now },
        ...{ clientRequestId: 'mine', metadata: { team: 'reef' }, includeToolCalls: true },
      })
    })
    afterEach(async () => {
      await storage.close()
      await test.remove()
    })

    const claim = async (): Promise<Claim> => {
      const claimed = await storage.runs.claim(id, { engine: 'f', now })
      if (!claimed) throw new Error('it could not be claimed')
      return claimed.job.claim
    }
    const chunk = (first: number, ...envelopes: string[]): Chunk => {
      return { first, count: envelopes.length, lines: Buffer.from(envelopes.join('\n')) }
    }
    const settle = (by: Claim, status: 'completed' | 'failed', last: string, unwritten: Chunk[] = []) =>
      storage.admission.settle({ ...ENDED, ...by, status, refund: status === 'failed', last, unwritten, now })

    it('comes with all that a successor needs', async () => {
      const first = await claim()
      expect(first).toEqual({ id, epoch: 1 })
      await storage.runs.saveStep(first, 'search 1', '["coral"]')
      // The engine that began it decides whether another one can go on.
      expect(await storage.runs.claim(id, { engine: 'other', now })).toEqual({
        job: {
          claim: { id, epoch: 2 },
          task: { query: 'why?', level: 'high' },
          envelopes: { requestId: 'mine', includeThinking: false, includeToolCalls: true, metadata: { team: 'reef' } },
          attended: false,
        },
        tries: 2,
        engine: 'f',
        steps: new Map([['search 1', '["coral"]']]),
      })
      expect(await storage.runs.claim('req_none', { engine: undefined, now })).toBeUndefined()
    })

    it('has another epoch for each of 20 that claim it at once', async () => {
      const claims = await Promise.all(Array.from({ length: 20 }, claim))
      const epochs = claims.map(({ epoch }) => epoch).toSorted((a, b) => a - b)
      expect(epochs).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    })

    it('refuses everything of earlier owners', async () => {
      const [first, second] = [await claim(), await claim()]
      const { events, runs } = storage
      expect(await events.write(second, chunk(0, '{"by":2}'))).toBe(true)
      expect(await events.write(first, chunk(1, '{"by":1}'))).toBe(false)
      // Also what is already stored.
      expect(await events.write(first, chunk(0, '{"by":1}'))).toBe(false)
      expect(await runs.saveStep(second, 'a', '2')).toBe(true)
      expect(await runs.saveStep(first, 'a', '1')).toBe(false)
      expect(await runs.saveStep(first, 'b', '1')).toBe(false)
      expect(await settle(first, 'failed', 'first', [chunk(1, '{"by":1}')])).toEqual({ last: undefined, own: false })
      expect(await events.length(id)).toBe(1)
      expect(await settle(second, 'completed', 'second', [chunk(1, '{"end":1}')])).toEqual({
        last: 'second',
        own: true,
      })
      // Whoever settles too late is told how it ended.
      expect(await settle(first, 'failed', 'first')).toEqual({ last: 'second', own: false })
      expect(await events.read(id, 1)).toEqual(['{"end":1}'])
      expect(await storage.credits.balances(accountId, now)).toMatchObject({ free: 280 })
    })

    it('refuses everything after its end, and keeps no steps', async () => {
      const owner = await claim()
      await storage.runs.saveStep(owner, 'a', '1')
      await settle(owner, 'completed', 'end')
      expect(await storage.events.write(owner, chunk(0, '{"late":1}'))).toBe(false)
      expect(await storage.runs.saveStep(owner, 'b', '1')).toBe(false)
      expect(await storage.runs.handBack(owner)).toBe(false)
      expect(await storage.runs.claim(id, { engine: undefined, now })).toBeUndefined()
      expect(await storage.events.length(id)).toBe(0)
      expect(await database.kysely.selectFrom('step').selectAll().execute()).toEqual([])
    })

    it('counts a try of whose thread it died, for its owner alone', async () => {
      const [first, second] = [await claim(), await claim()]
      const { runs } = storage
      expect(await runs.countTry(first)).toBeUndefined()
      expect(await runs.countTry(second)).toBe(3)
      expect(await runs.claim(id, { engine: undefined, now })).toMatchObject({ tries: 4 })
      await settle({ ...second, epoch: 3 }, 'failed', 'end')
      expect(await runs.countTry({ ...second, epoch: 3 })).toBeUndefined()
    })

    it('keeps the first result of a step', async () => {
      const owner = await claim()
      expect(await storage.runs.saveStep(owner, 'a', '1')).toBe(true)
      expect(await storage.runs.saveStep(owner, 'a', '2')).toBe(true)
      expect((await storage.runs.claim(id, { engine: undefined, now }))?.steps).toEqual(new Map([['a', '1']]))
    })

    it('counts no try that was handed back, and refuses whoever handed it back', async () => {
      const first = await claim()
      expect(await storage.runs.handBack(first)).toBe(true)
      expect(await storage.runs.handBack(first)).toBe(false)
      expect(await storage.events.write(first, chunk(0, '{"late":1}'))).toBe(false)
      expect((await storage.runs.claim(id, { engine: undefined, now }))?.tries).toBe(1)
      expect((await storage.runs.claim(id, { engine: undefined, now }))?.tries).toBe(2)
    })

    it('has after a claim nothing that was written without the claimant’s knowledge', async () => {
      for (let round = 0; round < 40; round += 1) {
        const owner = await claim()
        const from = await storage.events.length(id)
        const writing = Promise.all([0, 1, 2].map((index) => storage.events.write(owner, chunk(from + index, '{}'))))
        const known = (async () => {
          await claim()
          return await storage.events.length(id)
        })()
        const [written, length] = await Promise.all([writing, known])
        expect(await storage.events.length(id)).toBe(length)
        expect(written.filter(Boolean).length).toBeLessThanOrEqual(length - from)
      }
    })

    it('is abandoned once nobody was seen to work on it for long enough', async () => {
      const { runs } = storage
      expect(await runs.abandoned(now, 9)).toEqual([])
      expect(await runs.abandoned(now + 1, 9)).toEqual([{ id, startedAt: now }])
      await runs.seen([id], now + 5)
      expect(await runs.abandoned(now + 5, 9)).toEqual([])
      await runs.claim(id, { engine: undefined, now: now + 7 })
      expect(await runs.abandoned(now + 7, 9)).toEqual([])
      expect(await runs.abandoned(now + 8, 0)).toEqual([])
      await settle({ id, epoch: 1 }, 'completed', 'end')
      expect(await runs.abandoned(now + 8, 9)).toEqual([])
    })

    it('is owned by the last that claimed it, and its end is known', async () => {
      const [first, second] = [await claim(), await claim()]
      const { runs } = storage
      expect([await runs.owns(first), await runs.owns(second)]).toEqual([false, true])
      expect(await runs.ended([id, 'req_none'])).toEqual(new Map())
      await settle(second, 'completed', '{"end":1}', [chunk(0, '{"by":2}')])
      expect(await runs.owns(second)).toBe(false)
      expect(await runs.ended([id])).toEqual(new Map([[id, { position: 1, last: '{"end":1}' }]]))
    })

    it('has one end, whoever claims and settles it at once', async () => {
      const ends = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const claimed = await storage.runs.claim(id, { engine: undefined, now })
          return claimed && (await settle(claimed.job.claim, 'failed', String(index)))
        }),
      )
      expect(ends.filter((end) => end?.own)).toHaveLength(1)
      expect(await storage.credits.balances(accountId, now)).toMatchObject({ free: 300 })
    })
  })
}
