import { expect, it, vi } from 'vitest'
import { readSettings } from '../src/config.ts'
import { openStorage } from '../src/open-storage.ts'
import { onBothDatabases } from './support/both-databases.ts'
import { freePort } from './support/free-port.ts'
import { ANY } from './support/history.ts'
import { answerOf, createScriptedEngine, RESULT } from './support/scripted-engine.ts'
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

/** What the test's engine tells, as the dead process sent it. */
const told = answerOf(RESULT.answer).map((event, sequence) =>
  JSON.stringify({
    ...{ type: 'research.answer.delta', request_id: 'mine', timestamp: '2026-01-01T00:00:00.000Z' },
    data: { content: 'content' in event && event.content, sequence },
  }),
)

/** A database on which a process died that had stored `stored`. */
async function leaveBehind(url: string, stored: readonly string[], tries = 1) {
  const environment = { DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32) }
  const before = await startTestService({ environment })
  const { key, account } = await before.join()
  await before.close()
  const storage = await openStorage(readSettings(environment))
  const request = { ...ANY, id, clientRequestId: 'mine', idempotencyKey: 'a', engine: 'same' }
  await storage.admission.admit({ ...request, accountId: account, level: 'low', credits: 10, now: Date.now() })
  let claim = { id, epoch: 1 }
  for (let tried = 1; tried < tries; tried += 1)
    claim = (await storage.runs.claim(id, { engine: undefined, now: Date.now() }))?.job.claim ?? claim
  const lines = Buffer.from(stored.join('\n'))
  if (stored.length > 0) await storage.events.write(claim, { first: 0, count: stored.length, lines })
  await storage.close()
  return { environment, key, account }
}

/** A database on which a process died that had stored `stored`, and the service that was started next. */
async function startAfter(url: string, stored: readonly string[], engine: string, tries = 1) {
  const { environment, key, account } = await leaveBehind(url, stored, tries)
  const scripted = createScriptedEngine()
  const service = await startTestService({
    environment,
    engine: Object.assign(scripted, { fingerprint: () => engine }),
  })
  const resume = async (after: number) => {
    const headers = { 'x-research-resume': id, 'last-event-id': String(after) }
    return await readStream(await service.post(key, '', { headers }))
  }
  return { service, scripted, account, resume }
}

onBothDatabases('what a dead process left', (createUrl) => {
  it('is taken up by the next one, which sends nothing twice', async () => {
    const { service, scripted, account, resume } = await startAfter(await createUrl(), told.slice(0, 2), 'same')
    const streams = [0, 1, 2, 4].map(async (after) => ({ after, ...(await resume(after)) }))
    const run = await scripted.nextRun()
    expect(run.task).toEqual({ query: 'q', level: 'low' })
    run.complete()
    for (const { after, events, data } of await Promise.all(streams)) {
      // What was stored comes as it was; what was only sent comes again.
      expect(data.slice(0, Math.max(0, 2 - after))).toEqual(told.slice(after, 2))
      const content = events.map((event) => (event.type === 'research.answer.delta' ? event.data : undefined))
      const expected = told.slice(after).map((envelope) => JSON.parse(envelope).data)
      expect(content.slice(0, -1)).toEqual(expected)
      expect(events.at(-1)).toMatchObject({ type: 'research.completed', data: { answer: RESULT.answer } })
    }
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
    // A position beyond the end leads to the end.
    expect((await resume(900)).events).toMatchObject([{ type: 'research.completed' }])
  })

  it('is taken up once the next one listens, whatever that waits for', async () => {
    const { environment, key } = await leaveBehind(await createUrl(), told.slice(0, 2))
    const port = await freePort()
    const gate = Promise.withResolvers<void>()
    const scripted = createScriptedEngine((run) => run.complete())
    const engine = Object.assign(scripted, { fingerprint: () => 'same', ready: () => gate.promise })
    const starting = startTestService({ environment: { ...environment, PORT: String(port) }, engine })
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await vi.waitUntil(answers, { timeout: 20_000 })
    const headers = { 'x-api-key': key, 'x-research-resume': id, 'last-event-id': '2' }
    const resuming = fetch(`http://127.0.0.1:${port}/v1/research`, { method: 'POST', headers })
    gate.resolve()
    expect((await readStream(await resuming)).events.at(-1)).toMatchObject({ type: 'research.completed' })
    await starting
  })

  it.each([
    ['an engine that promises something else', 'other', 1, 'SERVER_RESTARTED'],
    ['a process after two others have died of it', 'same', 2, 'RESEARCH_FAILED'],
  ])('is not taken up by %s', async (_, engine, tries, code) => {
    const { service, scripted, account, resume } = await startAfter(await createUrl(), told.slice(0, 2), engine, tries)
    expect((await resume(2)).events).toMatchObject([{ type: 'research.failed', data: { error: { code } } }])
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 })
    expect(scripted.started).toBe(0)
  })

  it.each([
    ['other than what was sent', answerOf('Corals sleep.')],
    ['less than what was sent', answerOf(RESULT.answer).slice(0, 1)],
  ])('is refunded where the research tells something %s', async (_, events) => {
    const { service, scripted, account, resume } = await startAfter(await createUrl(), told.slice(0, 2), 'same')
    const streams = [0, 5].map((after) => resume(after))
    const run = await scripted.nextRun()
    run.tell(...events, { type: 'completed', result: RESULT })
    const [whole, beyond] = await Promise.all(streams)
    const failed = { type: 'research.failed', data: { error: { code: 'SERVER_RESTARTED' } } }
    expect(whole?.data.slice(0, 2)).toEqual(told.slice(0, 2))
    expect(whole?.events.slice(2)).toMatchObject([failed])
    expect(beyond?.events).toMatchObject([failed])
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 })
  })

  it('is settled as failed at the next start, and every position leads to its end', async () => {
    const environment = { DATABASE_URL: await createUrl(), AUTH_SECRET: 's'.repeat(32) }
    const before = await startTestService({ environment })
    const { key, account } = await before.join()
    await before.close()
    const storage = await openStorage(readSettings(environment))
    const request = { ...ANY, id, clientRequestId: 'mine', metadata: { team: 'reef' }, idempotencyKey: 'a' }
    await storage.admission.admit({ ...request, accountId: account, level: 'low', credits: 10, now: Date.now() })
    await storage.events.write(
      { id, epoch: 1 },
      { first: 0, count: 2, lines: Buffer.from(envelopes.slice(0, 2).join('\n')) },
    )
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
