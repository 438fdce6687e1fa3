import { expect, it, onTestFinished, vi } from 'vitest'
import { onCluster, type Servers } from './support/cluster.ts'
import { answerOf, createScriptedEngine, RESULT } from './support/scripted-engine.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { readerOf, readStream, readUntil } from './support/stream.ts'

type Node = 'api' | 'worker'

/** Starts processes over one empty database: two that answer requests, and a given number that do the research. */
async function startNodes({ postgres, redis }: Servers, workers = 1, more: Record<string, string> = {}) {
  await redis.client.flushall()
  const { url, remove } = await postgres.create()
  onTestFinished(remove)
  const shared = { DATABASE_URL: url, REDIS_URL: redis.url, AUTH_SECRET: 's'.repeat(32), ...more }
  const start = (ROLE: Node) => {
    const engine = Object.assign(createScriptedEngine(), { fingerprint: () => 'scripted' })
    return startTestService({ engine, environment: { ...shared, ROLE } })
  }
  const first = await start('api')
  const second = await start('api')
  return { first, second, workers: await Promise.all(Array.from({ length: workers }, () => start('worker'))), start }
}

/** The run that any of the workers begins next. */
const nextRun = (workers: readonly TestService[]) => Promise.race(workers.map(({ engine }) => engine.nextRun()))

const idOf = (response: Response) => response.headers.get('x-request-id') ?? ''

/** What Redis says of a key that it never deletes. */
const FOREVER = -1

onCluster('several processes', (servers) => {
  it('answer for each other: any of them gives a stream, a state and an end', async () => {
    const { first, second, workers } = await startNodes(servers())
    const { key, account } = await first.join()
    const response = await first.post(key, ask())
    const id = idOf(response)
    const run = await nextRun(workers)
    run.tell(...answerOf(RESULT.answer).slice(0, 2))
    const reader = readerOf(response)
    const begun = await readUntil(reader, '"sequence":1')
    const elsewhere = second.post(key, '', { headers: { 'x-research-resume': id, 'last-event-id': '1' } })
    const rest = elsewhere.then(readStream)
    run.tell(...answerOf(RESULT.answer).slice(2), { type: 'completed', result: RESULT })
    run.stop()
    const whole = begun + (await readUntil(reader, '[DONE]'))
    const lines = whole.split('\n').filter((line) => line.startsWith('data: '))
    expect(lines.slice(1)).toEqual((await rest).data.map((data) => `data: ${data}`))
    const state = await fetch(`${second.url}/v1/research/${id}`, { headers: { 'x-api-key': key } })
    expect(await state.json()).toMatchObject({ status: 'completed', result: { answer: RESULT.answer } })
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 290 })
    const again = await readStream(await second.post(key, '', { headers: { 'x-research-resume': id } }))
    expect(again.text).toBe(whole)
  })

  it('let in no more than an account may, and make one request of attempts of one name', async () => {
    const { first, second } = await startNodes(servers(), 0)
    const { key, account } = await first.join('pro')
    const burst = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second).post(key, ask())),
    )
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(burst.filter(({ status, headers }) => status === 429 && headers.has('retry-after'))).toHaveLength(57)
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 270 })
    const other = await first.join()
    const same = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? first : second).post(other.key, ask(), { headers: { 'idempotency-key': 'one' } }),
      ),
    )
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(same.map(idOf)).size).toBe(1)
    expect(await first.manage.showCredits(other.account)).toMatchObject({ free: 290 })
  })

  it('cancel what another one let in and a third one runs', async () => {
    const { first, second, workers } = await startNodes(servers())
    const { key } = await first.join()
    const response = await first.post(key, ask())
    const run = await nextRun(workers)
    run.tell(...answerOf(RESULT.answer).slice(0, 1))
    const url = `${second.url}/v1/research/${idOf(response)}`
    expect((await fetch(url, { method: 'DELETE', headers: { 'x-api-key': key } })).status).toBe(204)
    await run.left
    expect((await readStream(response)).events.at(-1)).toMatchObject({ type: 'research.failed' })
    expect(await (await fetch(url, { headers: { 'x-api-key': key } })).json()).toMatchObject({ status: 'cancelled' })
    // Its slot is free.
    expect((await second.post(key, ask())).status).toBe(200)
  })

  it('go on with what a worker hands back when it is stopped, and send nothing twice', async () => {
    const { first, workers, start } = await startNodes(servers())
    const { key } = await first.join()
    const response = await first.post(key, ask())
    const run = await nextRun(workers)
    run.tell(...answerOf(RESULT.answer).slice(0, 2))
    const reader = readerOf(response)
    const begun = await readUntil(reader, '"sequence":1')
    const successor = await start('worker')
    await Promise.all(workers.map((worker) => worker.close()))
    const next = await successor.engine.nextRun()
    next.complete()
    const whole = begun + (await readUntil(reader, '[DONE]'))
    const events = whole.split('\n').filter((line) => line.startsWith('data: {'))
    const deltas = events.map((line) => JSON.parse(line.slice('data: '.length))).slice(0, -1)
    expect(deltas.map(({ data }) => data.sequence)).toEqual(deltas.map((_, index) => index))
    expect(deltas.map(({ data }) => data.content).join('')).toBe(RESULT.answer)
  })

  it('cancel research that nobody reads any more', async () => {
    const { first, workers } = await startNodes(servers(), 1, { DISCONNECT_GRACE_MS: '100' })
    const { key } = await first.join()
    const leaving = new AbortController()
    const response = await first.post(key, ask(), { signal: leaving.signal })
    const run = await nextRun(workers)
    leaving.abort()
    await run.left
    const url = `${first.url}/v1/research/${idOf(response)}`
    const state = async () => (await fetch(url, { headers: { 'x-api-key': key } })).json()
    await vi.waitUntil(async () => (await state()).status === 'cancelled', { timeout: 5_000 })
  })

  it('refuse and refund what cannot be given to a worker, and recover by themselves', async () => {
    const { first, workers } = await startNodes(servers())
    const { key, account } = await first.join()
    const { redis } = servers()
    await redis.kill()
    const refused = await first.post(key, ask())
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([502, true])
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 300 })
    await redis.goOn()
    await vi.waitUntil(async () => (await first.post(key, ask())).status === 200, { timeout: 10_000, interval: 200 })
    ;(await nextRun(workers)).complete()
  })

  it('lose no event when Redis loses everything, and leave nothing in it that stays', async () => {
    const { first, second, workers } = await startNodes(servers())
    const { key } = await first.join()
    const response = await first.post(key, ask())
    const run = await nextRun(workers)
    const pieces = answerOf(RESULT.answer)
    run.tell(...pieces.slice(0, 2))
    const reader = readerOf(response)
    const begun = await readUntil(reader, '"sequence":1')
    const { client } = servers().redis
    await client.flushall()
    run.tell(...pieces.slice(2, 4))
    const more = await readUntil(reader, '"sequence":3')
    const resumed = second.post(key, '', { headers: { 'x-research-resume': idOf(response) } }).then(readStream)
    run.tell(...pieces.slice(4), { type: 'completed', result: RESULT })
    run.stop()
    const whole = begun + more + (await readUntil(reader, '[DONE]'))
    expect((await resumed).text).toBe(whole)
    const keys = (await client.keys('dr:{*')) ?? []
    expect(keys.length).toBeGreaterThan(0)
    for (const name of keys) expect(await client.pttl(name)).not.toBe(FOREVER)
  })
})
