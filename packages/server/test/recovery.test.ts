import { expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { openStorage } from '../src/open-storage.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { ANY } from './support/history.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

const id = `req_${'a'.repeat(32)}`

/** What a client may have been sent before the process died, and what of it was stored. */
const envelopes = ['Corals ', 'grow ', 'slowly.'].map((content, sequence) =>
  JSON.stringify({
    ...{ type: 'research.answer.delta', request_id: 'mine', timestamp: '2026-01-01T00:00:00.000Z' },
    data: { content, sequence },
  }),
)

onBothDatabases('what a dead process left', (createUrl) => {
  it('is settled as failed at the next start, and every position leads to its end', async () => {
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const before = await startTestService({ environment })
    const { key, account } = await before.join()
    await before.close()
    const storage = await openStorage(readSettings(environment))
    const request = { ...ANY, id, clientRequestId: 'mine', metadata: { team: 'reef' }, idempotencyKey: 'a' }
    await storage.admission.admit({ ...request, accountId: account, level: 'low', credits: 10, now: Date.now() })
    await storage.events.write(id, { first: 0, count: 2, lines: Buffer.from(envelopes.slice(0, 2).join('\n')) })
    await storage.close()

    const after = await startTestService({ environment })
    expect(await after.manage.showCredits(account)).toMatchObject({ free: 300 })
    for (const [held, rest] of [
      [0, envelopes.slice(0, 2)],
      [1, envelopes.slice(1, 2)],
      [2, []],
      // It arrived, and was not stored.
      [3, []],
      [900, []],
    ] as const) {
      const headers = { 'x-research-resume': id, 'last-event-id': String(held) }
      const { events, data } = await readStream(await after.post(key, ask(), { headers }))
      expect(data.slice(0, -1)).toEqual(rest)
      expect(events.at(-1)).toMatchObject({
        ...{ type: 'research.failed', request_id: 'mine' },
        data: { error: { code: 'SERVER_RESTARTED', type: 'shutdown_error' }, metadata: { team: 'reef' } },
      })
    }
    // Its slot and its name are free.
    const again = await after.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
    expect([again.status, again.headers.get('x-concurrency-remaining')]).toEqual([200, '0'])
    expect(again.headers.get('x-request-id')).not.toBe(id)
  })
})
