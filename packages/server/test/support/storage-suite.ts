import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashApiKey } from '../../src/accounts/api-key.ts'
import { createManagement } from '../../src/accounts/manage.ts'
import { nextRenewal } from '../../src/accounts/renewal.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { dialectOf } from '../../src/storage/dialects.ts'
import type { Database } from '../../src/storage/sql/connection.ts'
import { migrate } from '../../src/storage/sql/migrate.ts'
import { createStorage, type Storage } from '../../src/storage/storage.ts'
import type { DatabaseKind, TestDatabase } from './databases.ts'
import { ANY, ENDED, histories, openStage, playHistory } from './history.ts'
import { ownershipSuite } from './ownership-suite.ts'

const now = Date.UTC(2026, 0, 15)

/** The claim of the process that admitted the first request. */
const first = { id: 'req_1', epoch: 1 }

/** What every kind of database must do. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 200)

export function storageSuite(kind: () => DatabaseKind): void {
  it(`keeps every balance, slot and key through any of ${HISTORIES} histories`, async () => {
    const test = await kind().create()
    // Several beside each other, as a database's round trips take longer than the work between them.
    const play = async (name: string) => {
      const stage = await openStage(test, name)
      const playing = fc.asyncProperty(histories, (steps) => playHistory(stage, steps))
      await fc.assert(playing, { numRuns: HISTORIES / kind().lanes }).finally(() => stage.storage.close())
      return stage.histories
    }
    const played = await Promise.all(Array.from({ length: kind().lanes }, (_, lane) => play(`lane${lane}`)))
    expect(played.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(HISTORIES)
    await test.remove()
  }, 240_000)

  ownershipSuite(kind)

  describe('at once', () => {
    let test: TestDatabase
    let database: Database
    let storage: Storage

    beforeEach(async () => {
      test = await kind().create()
      database = await dialectOf(test.url).open(test.url)
      storage = createStorage(database)
      await storage.migrate(now)
    })
    afterEach(async () => {
      await storage.close()
      await test.remove()
    })

    const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: count }, (_, index) => act(index)))
    const manage = () => createManagement({ ...storage, clock: { now: () => now } })
    const admit = (accountId: string, id: string) =>
      storage.admission.admit({ ...ANY, id, accountId, level: 'high', credits: 20, now })

    it('admits no more than the slots', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'pro')
      const answers = await times(60, (index) => admit(id, `req_${index}`))
      expect(answers.filter(({ kind }) => kind === 'admitted')).toHaveLength(3)
      expect(answers.filter(({ kind }) => kind === 'busy')).toHaveLength(57)
      expect(await manage().showCredits(id)).toMatchObject({ free: 240 })
    })

    it('charges no more than the balance', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'scale')
      let admitted = 0
      await times(40, async (index) => {
        const { kind } = await admit(id, `req_${index}`)
        if (kind !== 'admitted') return
        admitted += 1
        await storage.admission.settle({ ...ENDED, id: `req_${index}`, status: 'cancelled', refund: false, now })
      })
      expect(admitted).toBeLessThanOrEqual(15)
      const { free } = await manage().showCredits(id)
      expect(free).toBe(300 - 20 * admitted)
    })

    it('charges no more in a month than a key and its account may spend', async () => {
      const { id: accountId, registeredAt } = await manage().createAccount('ada@example.com', 'scale')
      const key = await manage().createKey(accountId)
      await manage().changeKey(key.id, { name: 'k', expiresAt: undefined, monthlyBudget: 45 })
      const attempt = (id: string, keyId: string | undefined, at = now) =>
        storage.admission.admit({ ...ANY, id, accountId, keyId, level: 'high', credits: 20, now: at })
      expect((await attempt('req_1', key.id)).kind).toBe('admitted')
      await storage.admission.settle({ ...ENDED, id: 'req_1', status: 'failed', refund: true, now })
      expect((await attempt('req_2', key.id)).kind).toBe('admitted')
      expect((await attempt('req_3', key.id)).kind).toBe('admitted')
      const overKey = { kind: 'over-budget', of: 'key', budget: 45, left: 5, standing: { balance: 260 } }
      expect(await attempt('req_4', key.id)).toMatchObject(overKey)
      expect((await attempt('req_5', undefined)).kind).toBe('admitted')
      await manage().setSpendingLimit(accountId, 79)
      const overAccount = { kind: 'over-budget', of: 'account', budget: 79, left: 19, standing: { balance: 240 } }
      expect(await attempt('req_6', undefined)).toMatchObject(overAccount)
      const nextMonth = nextRenewal(registeredAt, now)
      expect(await attempt('req_7', undefined, nextMonth - 1)).toMatchObject(overAccount)
      expect((await attempt('req_8', key.id, nextMonth)).kind).toBe('admitted')
    })

    it('keeps what a request asked for, who asked, and how it ended', async () => {
      const { id: accountId } = await manage().createAccount('ada@example.com', 'pro')
      const key = await manage().createKey(accountId)
      const asked = { keyId: key.id, clientRequestId: 'mine', metadata: { team: 'reef' }, engine: 'e1' }
      await storage.admission.admit({ ...ANY, ...asked, id: 'req_1', accountId, level: 'high', credits: 20, now })
      await admit(accountId, 'req_2')
      const unfinished = await storage.admission.unfinished()
      expect(unfinished.sort((a, b) => a.id.localeCompare(b.id))).toEqual([
        { ...first, clientRequestId: 'mine', metadata: { team: 'reef' } },
        { id: 'req_2', epoch: 1, clientRequestId: undefined, metadata: undefined },
      ])
      const row = async (id: string) =>
        await database.kysely
          .selectFrom('request')
          .select(['key_id', 'engine', 'failure', 'detached'])
          .where('id', '=', id)
          .executeTakeFirst()
      await storage.admission.detach('req_1', 'acct_other')
      expect(await row('req_1')).toEqual({ key_id: key.id, engine: 'e1', failure: null, detached: 0 })
      await storage.admission.detach('req_1', accountId)
      const failure = 'RESEARCH_TIMEOUT' as const
      const at = now + 4_000
      await storage.admission.settle({ ...ENDED, ...first, status: 'failed', failure, refund: true, now: at })
      expect(await row('req_1')).toEqual({ key_id: key.id, engine: 'e1', failure, detached: 1 })
      await storage.admission.settle({ ...ENDED, id: 'req_2', status: 'completed', refund: false, now: at })
      await storage.admission.detach('req_2', accountId)
      expect(await row('req_2')).toMatchObject({ key_id: null, engine: null, detached: 0 })
      expect(await storage.admission.find('req_1', accountId, at)).toMatchObject({
        ...{ status: 'failed', clientRequestId: 'mine', level: 'high', credits: 20, startedAt: now, endedAt: at },
      })
      expect(await storage.admission.durations('high', 5)).toEqual([4_000])
      expect(await storage.admission.durations('low', 5)).toEqual([])
      expect(await storage.admission.standing(accountId, at)).toEqual({ balance: 280, slots: 3, freeSlots: 3 })
      expect(await storage.admission.standing('acct_other', at)).toBeUndefined()
    })

    it('makes one request of attempts of the same name', async () => {
      const { id: accountId } = await manage().createAccount('ada@example.com', 'free')
      const attempt = (id: string, bodyHash = 'h', at = now) =>
        storage.admission.admit({
          ...ANY,
          ...{ id, accountId, level: 'high', credits: 20, now: at, idempotencyKey: 'a', bodyHash },
        })
      const answers = await times(20, (index) => attempt(`req_${index}`))
      const admitted = answers.findIndex(({ kind }) => kind === 'admitted')
      const standing = { balance: 280, slots: 1, freeSlots: 0 }
      expect(answers[admitted]).toEqual({ kind: 'admitted', standing })
      const attach = { kind: 'attach', id: `req_${admitted}`, credits: 20, standing }
      expect(answers.filter((_, index) => index !== admitted)).toEqual(Array(19).fill(attach))
      expect(await attempt('req_b', 'other')).toEqual({ kind: 'mismatch' })
      await storage.admission.settle({
        ...ENDED,
        ...{ id: `req_${admitted}`, status: 'completed', refund: false, eventsUntil: now + 5, now },
      })
      const day = 86_400_000
      expect(await storage.admission.findNamed(accountId, 'a', now + day - 1)).toBe(`req_${admitted}`)
      expect(await storage.admission.findNamed(accountId, 'a', now + day)).toBeUndefined()
      expect(await storage.admission.findNamed('acct_other', 'a', now)).toBeUndefined()
      expect(await attempt('req_c', 'h', now + day - 1)).toEqual({ ...attach, standing: { ...standing, freeSlots: 1 } })
      expect(await attempt('req_d', 'other', now + day)).toMatchObject({ kind: 'admitted' })
      expect(await manage().showCredits(accountId)).toMatchObject({ free: 260 })
    })

    it('frees the name of an attempt that is refunded', async () => {
      const { id: accountId } = await manage().createAccount('ada@example.com', 'free')
      const attempt = (id: string) =>
        storage.admission.admit({
          ...ANY,
          ...{ id, accountId, level: 'high', credits: 20, now, idempotencyKey: 'a' },
        })
      await attempt('req_1')
      await storage.admission.settle({ ...ENDED, id: 'req_1', status: 'failed', refund: true, now })
      expect(await attempt('req_2')).toMatchObject({ kind: 'admitted', standing: { balance: 280 } })
      await storage.admission.settle({ ...ENDED, id: 'req_2', status: 'cancelled', refund: false, now })
      expect(await attempt('req_3')).toMatchObject({ kind: 'attach', id: 'req_2' })
    })

    it('keeps events until their time is over, and how a stream ended for longer', async () => {
      const { id: accountId } = await manage().createAccount('ada@example.com', 'free')
      await admit(accountId, 'req_1')
      const envelopes = Array.from({ length: 7 }, (_, index) => JSON.stringify({ index, text: '– 🪸 \n' }))
      const { events, admission } = storage
      await events.write(first, { first: 0, count: 3, lines: Buffer.from(envelopes.slice(0, 3).join('\n')) })
      await events.write(first, { first: 0, count: 3, lines: Buffer.from(envelopes.slice(0, 3).join('\n')) })
      expect(await events.length('req_1')).toBe(3)
      await events.sweep(now + 1_000_000)
      // What was not written before is stored with the end, and once more where it was.
      const unwritten = [
        { first: 0, count: 3, lines: Buffer.from(envelopes.slice(0, 3).join('\n')) },
        { first: 3, count: envelopes.length - 3, lines: Buffer.from(envelopes.slice(3).join('\n')) },
      ]
      await admission.settle({
        ...{ ...first, status: 'completed', refund: false, last: '"end"', position: 7, unwritten, now },
        ...{ eventsUntil: now + 5, resultUntil: now + 9 },
      })
      expect(await events.length('req_1')).toBe(7)
      expect(await events.read('req_1', 1)).toEqual(envelopes.slice(1, 3))
      expect(await events.read('req_1', 3)).toEqual(envelopes.slice(3))
      expect(await events.read('req_1', 7)).toBeUndefined()
      const kept = async () => {
        const { eventsUntil, end } = (await admission.find('req_1', accountId, now)) ?? {}
        return { length: await events.length('req_1'), eventsUntil, end }
      }
      const end = { position: 7, last: '"end"' }
      await events.sweep(now + 4)
      expect(await kept()).toEqual({ length: 7, eventsUntil: now + 5, end })
      await events.sweep(now + 5)
      expect(await kept()).toEqual({ length: 0, eventsUntil: undefined, end })
      await events.sweep(now + 8)
      expect(await kept()).toMatchObject({ end })
      expect((await admission.find('req_1', accountId, now + 9))?.end).toBeUndefined()
      await events.sweep(now + 9)
      expect(await kept()).toEqual({ length: 0, eventsUntil: undefined, end: undefined })
      expect(await admission.find('req_1', 'acct_other', now)).toBeUndefined()
    })

    it('sweeps more than one transaction takes', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'scale')
      await manage().grantCredits(id, 10_000)
      for (let index = 0; index < 120; index += 1) {
        await admit(id, `req_${index}`)
        const unwritten = [{ first: 0, count: 1, lines: Buffer.from('{}') }]
        await storage.admission.settle({
          ...{ ...ENDED, id: `req_${index}`, status: 'completed', refund: false, unwritten, eventsUntil: now, now },
          resultUntil: now,
        })
      }
      await storage.events.sweep(now)
      for (const table of ['event_chunk', 'request_end'] as const) {
        expect(await database.kysely.selectFrom(table).select('request_id').execute()).toEqual([])
      }
    })

    it('ends a stream after what is stored of it where nobody knows more', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'free')
      await admit(id, 'req_1')
      await storage.events.write(first, { first: 0, count: 2, lines: Buffer.from('1\n2') })
      expect(await storage.admission.unfinished()).toEqual([
        { ...first, clientRequestId: undefined, metadata: undefined },
      ])
      await storage.admission.settle({
        ...ENDED,
        id: 'req_1',
        status: 'failed',
        refund: true,
        last: '3',
        resultUntil: 1,
        now,
      })
      expect(await storage.admission.find('req_1', id, 0)).toMatchObject({ end: { position: 2, last: '3' } })
      expect(await storage.admission.unfinished()).toEqual([])
    })

    it('tells whoever settles again how it was settled', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'free')
      await admit(id, 'req_1')
      const settle = (last: string) =>
        storage.admission.settle({ ...ENDED, id: 'req_1', status: 'completed', refund: false, last, now })
      expect(await settle('mine')).toEqual({ last: 'mine', own: true })
      expect(await settle('mine')).toEqual({ last: 'mine', own: true })
      expect(await settle('theirs')).toEqual({ last: 'mine', own: false })
      // Its end is kept for a while only.
      await storage.events.sweep(now)
      expect(await settle('theirs')).toEqual({ last: undefined, own: false })
      const unknown = { ...ENDED, id: 'req_none', status: 'failed', refund: true, now } as const
      expect(await storage.admission.settle(unknown)).toBeUndefined()
    })

    it('settles and refunds once', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'free')
      await admit(id, 'req_1')
      const settled = await times(20, (index) =>
        storage.admission.settle({ ...ENDED, id: 'req_1', status: 'failed', refund: true, last: `${index}`, now }),
      )
      expect(settled.filter((one) => one?.own)).toHaveLength(1)
      expect(new Set(settled.map((one) => one?.last)).size).toBe(1)
      expect(await manage().showCredits(id)).toMatchObject({ free: 300 })
    })

    it('grants a month once', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'free')
      const shown = await times(20, () => manage().showCredits(id))
      expect(new Set(shown.map(({ free }) => free))).toEqual(new Set([300]))
      const grants = await database.kysely.selectFrom('ledger').selectAll().where('reason', '=', 'grant').execute()
      expect(grants).toHaveLength(1)
    })

    it('rolls a key once, and makes an account of an address once', async () => {
      const made = await Promise.allSettled(Array.from({ length: 10 }, () => manage().createAccount('a@b.c', 'free')))
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const key = await manage().createKey('a@b.c')
      const rolled = await Promise.allSettled(Array.from({ length: 10 }, () => manage().rollKey(key.id)))
      const successors = rolled.filter((one) => one.status === 'fulfilled')
      expect(successors).toHaveLength(1)
      expect(await storage.keys.authenticate(hashApiKey(key.key), now)).toBeUndefined()
      expect(await manage().listKeys('a@b.c')).toHaveLength(2)
    })

    it('finds no session of an account as long as it is suspended', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'free')
      await manage().suspend(id)
      const from = { byLink: false, secondFactor: false, address: undefined, userAgent: undefined }
      const session = {
        id: 's',
        hash: 'h',
        accountId: id,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + 1,
        ...from,
      }
      // Suspending it closed all of its sessions once.
      expect(await storage.access.openSession(session, 0)).toBe(false)
      expect(await storage.access.openSession(session, 1)).toBe(true)
      expect(await storage.access.findSession('h', now)).toBeUndefined()
      await manage().reinstate(id)
      expect(await storage.access.findSession('h', now)).toMatchObject({ account: { id } })
    })

    it('counts what an unknown place does again in one row an hour', async () => {
      const { securityEvents } = storage
      const record = (id: string, at: number, address?: string) =>
        securityEvents.record({ id, at, kind: 'sign_in_failed', actor: 'unknown', address, count: 1 })
      for (const [index, address] of [undefined, undefined, '192.0.2.1', undefined].entries()) {
        await record(`e${index}`, now + index, address)
      }
      const { items } = await securityEvents.list({ kind: 'sign_in_failed', limit: 10 })
      expect(items.map(({ address, count }) => [address, count])).toEqual([
        [undefined, 3],
        ['192.0.2.1', 1],
      ])
    })

    it('has one service at a time', async () => {
      const { hold } = dialectOf(test.url)
      const held = await hold(test.url, silentLog)
      expect(held.held).toBe(true)
      await expect(hold(test.url, silentLog)).rejects.toThrow(/in use by another running service/)
      await held.release()
      await (await hold(test.url, silentLog)).release()
    })

    it('migrates once', async () => {
      expect(await times(5, () => migrate(database, now))).toEqual(Array(5).fill([]))
    })

    it('refuses by itself what no rule may write', async () => {
      const { id } = await manage().createAccount('ada@example.com', 'free')
      const line = { account_id: id, pool: 'free', reason: 'charge', request_id: null, period: null } as const
      const write = (sequence: number, amount: number, balance_after: number) =>
        database.kysely
          .insertInto('ledger')
          .values({ ...line, sequence, amount, balance_after, created_at: now })
          .execute()
      await expect(write(1, -1, -1)).rejects.toThrow()
      await expect(write(1, 0, 0)).rejects.toThrow()
      await write(1, 5, 5)
      await expect(write(1, 5, 10)).rejects.toThrow()
    })
  })
}
