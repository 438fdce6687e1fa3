import { retrievedResearchSchema } from '@deep-research/sdk/contract'
import { expect, it } from 'vitest'
import { createScriptedEngine, RESULT } from './support/scripted-engine.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

const instantly = () => createScriptedEngine((run) => run.complete())

async function retrieve(service: TestService, id: string | null, key: string | undefined) {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const response = await fetch(`${service.url}/v1/research/${id}`, { headers })
  const body = (await response.json()) as { error?: { code: string } }
  return { status: response.status, body, requestId: response.headers.get('x-request-id') }
}

it('a request is told of while it runs, and with its result once it has ended', async () => {
  let now = START
  const service = await startTestService({ clock: { now: () => now } })
  const { key } = await service.join()
  const stream = await service.post(key, ask({ request_id: 'mine', metadata: { team: 'reef' } }))
  const id = stream.headers.get('x-request-id')
  const known = { request_id: id, client_request_id: 'mine', reasoning_level: 'low', credits: 10 }
  const running = await retrieve(service, id, key)
  expect(running).toMatchObject({ status: 200, requestId: expect.stringMatching(/^req_/) })
  expect(running.body).toEqual({ ...known, status: 'running', created_at: '2026-01-01T00:00:00.000Z' })
  now += 1_500
  ;(await service.engine.nextRun()).complete()
  const { events } = await readStream(stream)
  const { body } = await retrieve(service, id, key)
  expect(body).toEqual({
    ...{ ...known, status: 'completed', created_at: '2026-01-01T00:00:00.000Z' },
    ...{ ended_at: '2026-01-01T00:00:01.500Z', result: events.at(-1)?.data },
  })
  expect(body).toMatchObject({ result: { answer: RESULT.answer, metadata: { team: 'reef' } } })
  expect(retrievedResearchSchema.safeParse(body).error).toBeUndefined()
})

it('one that failed or was cancelled is told of with what came of it', async () => {
  const service = await startTestService()
  const { key } = await service.join()
  const failed = await service.post(key, ask())
  ;(await service.engine.nextRun()).fail(new Error('broken'))
  await readStream(failed)
  const told = await retrieve(service, failed.headers.get('x-request-id'), key)
  expect(told.body).toMatchObject({ status: 'failed', error: { code: 'RESEARCH_FAILED', type: 'research_error' } })
  expect(retrievedResearchSchema.safeParse(told.body).error).toBeUndefined()
  const cancelled = await service.post(key, ask())
  const id = cancelled.headers.get('x-request-id')
  await fetch(`${service.url}/v1/research/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } })
  const { body } = await retrieve(service, id, key)
  expect(body).toMatchObject({ status: 'cancelled', ended_at: expect.any(String) })
  expect(body).not.toHaveProperty('error')
})

it('nothing is told of another account’s, nor of what there is not', async () => {
  const service = await startTestService({ engine: instantly() })
  const { key } = await service.join()
  const other = await service.join()
  const stream = await service.post(key, ask())
  await readStream(stream)
  const id = stream.headers.get('x-request-id')
  expect(await retrieve(service, id, undefined)).toMatchObject({ status: 401 })
  for (const [asked, by] of [
    [id, other.key],
    [`req_${'0'.repeat(32)}`, key],
    ['nonsense', key],
  ] as const) {
    expect(await retrieve(service, asked, by)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  }
})

it.each([
  ['30d', 30 * DAY],
  ['2h', 7_200_000],
  ['0', 600_000],
])('RESULT_RETENTION %s keeps a result for %i ms, and its status for good', async (retention, kept) => {
  let now = START
  const environment = { RESULT_RETENTION: retention }
  const service = await startTestService({ engine: instantly(), clock: { now: () => now }, environment })
  const { key } = await service.join()
  const stream = await service.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
  const { data } = await readStream(stream)
  const id = stream.headers.get('x-request-id')
  const resume = { headers: { 'x-research-resume': id ?? '' } }
  now = START + kept - 1
  expect((await retrieve(service, id, key)).body).toMatchObject({ status: 'completed', result: RESULT })
  const again = await readStream(await service.post(key, ask(), resume))
  expect(again.data.slice(-2)).toEqual(data.slice(-2))
  now += 1
  const { body } = await retrieve(service, id, key)
  expect(body).toMatchObject({ status: 'completed' })
  expect(body).not.toHaveProperty('result')
  expect((await service.post(key, ask(), resume)).status).toBe(404)
  if (kept < DAY) {
    // It is not researched and charged a second time, either.
    const named = await service.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
    expect([named.status, await named.text()]).toEqual([404, expect.stringContaining('no longer kept')])
  }
  expect(service.engine.started).toBe(1)
})

const ACCOUNT = ['x-credits-charged', 'x-credits-remaining', 'x-concurrency-limit', 'x-concurrency-remaining'] as const
const account = ({ headers }: Response) => ACCOUNT.map((name) => headers.get(name))

it('responses tell how the account stands', async () => {
  const service = await startTestService()
  const { key, account: accountId } = await service.join('pro')
  const first = await service.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
  expect(account(first)).toEqual(['10', '290', '3', '2'])
  const second = await service.post(key, ask({ reasoning_level: 'high' }))
  expect(account(second)).toEqual(['20', '270', '3', '1'])
  const replayed = await service.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
  expect(account(replayed)).toEqual(['10', '270', '3', '1'])
  const id = second.headers.get('x-request-id') ?? ''
  const resumed = await service.post(key, undefined, { headers: { 'x-research-resume': id } })
  expect(account(resumed)).toEqual(['20', '270', '3', '1'])
  await service.post(key, ask())
  const busy = await service.post(key, ask())
  expect([busy.status, ...account(busy)]).toEqual([429, null, '260', '3', '0'])
  await service.manage.setTier(accountId, 'scale')
  for (let spent = 260; spent > 0; spent -= 20) {
    const stream = await service.post(key, ask({ reasoning_level: 'high' }))
    const cancelled = `${service.url}/v1/research/${stream.headers.get('x-request-id')}`
    await fetch(cancelled, { method: 'DELETE', headers: { 'x-api-key': key } })
  }
  const short = await service.post(key, ask())
  expect([short.status, ...account(short)]).toEqual([402, null, '0', '5', '2'])
  expect(account(await service.post(key, {}))).toEqual([null, null, null, null])
})

it('a caller without an id cancels by its Idempotency-Key', async () => {
  const service = await startTestService()
  const { key } = await service.join()
  const other = await service.join()
  const remove = (name: string | undefined, by = key) => {
    const headers = { 'x-api-key': by, ...(name !== undefined && { 'idempotency-key': name }) }
    return fetch(`${service.url}/v1/research`, { method: 'DELETE', headers })
  }
  const stream = await service.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
  const run = await service.engine.nextRun()
  for (const answer of [await remove('b'), await remove('a', other.key), await remove(undefined)]) {
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  }
  expect((await remove('x'.repeat(129))).status).toBe(400)
  expect((await remove('a', 'nope')).status).toBe(401)
  expect(run.signal.aborted).toBe(false)
  const removed = await remove('a')
  expect([removed.status, await removed.text()]).toEqual([204, ''])
  expect(run.signal.aborted).toBe(true)
  expect((await readStream(stream)).events.at(-1)).toMatchObject({ type: 'research.failed' })
  expect((await remove('a')).status).toBe(204)
})

it('an attempt that was refunded may be sent again under its name', async () => {
  const service = await startTestService()
  const { key, account: accountId } = await service.join()
  const post = () => service.post(key, ask(), { headers: { 'idempotency-key': 'a' } })
  const failed = await post()
  ;(await service.engine.nextRun()).fail(new Error('broken'))
  await readStream(failed)
  const again = await post()
  ;(await service.engine.nextRun()).complete()
  expect((await readStream(again)).data.at(-1)).toBe('[DONE]')
  expect(again.headers.get('x-request-id')).not.toBe(failed.headers.get('x-request-id'))
  expect(await service.manage.showCredits(accountId)).toMatchObject({ free: 290 })
})
