import { DeepResearch } from '@deep-research/sdk'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from './support/both-databases.ts'
import { onCluster } from './support/cluster.ts'
import { idOf, nextRun, startNodes } from './support/cluster-nodes.ts'
import { answerOf, createScriptedEngine, RESULT } from './support/scripted-engine.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

const DETACHED = { 'x-research-detached': 'true' }

/** Sends a question, and hangs up after the head of the response. */
async function leave(service: TestService, key: string, headers: Record<string, string> = DETACHED): Promise<string> {
  const controller = new AbortController()
  const response = await service.post(key, ask(), { headers, signal: controller.signal })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-research-detached')).toBe(headers['x-research-detached'] ?? null)
  controller.abort()
  return idOf(response)
}

onBothDatabases('research in the background', (createUrl) => {
  const open = async (engine = createScriptedEngine()) => {
    const url = await createUrl()
    const environment = { DATABASE_URL: url, AUTH_SECRET: 's'.repeat(32), DISCONNECT_GRACE_MS: '0' }
    const service = await startTestService({ engine, environment })
    const { key, account } = await service.join()
    const get = (id: string) => fetch(`${service.url}/v1/research/${id}`, { headers: { 'x-api-key': key } })
    return { engine, service, environment, key, account, get }
  }

  it('goes on when its caller has left, holds its slot, and can be followed and retrieved', async () => {
    const { engine, service, key, get } = await open()
    const id = await leave(service, key)
    const run = await engine.nextRun()
    run.tell(...answerOf(RESULT.answer).slice(0, 2))
    expect((await service.post(key, ask())).status).toBe(429)
    const running = await get(id)
    expect(running.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    expect(await running.json()).toMatchObject({ status: 'running', credits: 10 })
    const followed = service.post(key, '', { headers: { 'x-research-resume': id } }).then(readStream)
    run.tell(...answerOf(RESULT.answer).slice(2), { type: 'completed', result: RESULT })
    run.stop()
    expect((await followed).events.at(-1)).toMatchObject({ type: 'research.completed' })
    expect(run.signal.aborted).toBe(false)
    const ended = await get(id)
    expect(ended.headers.get('retry-after')).toBeNull()
    expect(await ended.json()).toMatchObject({ status: 'completed', result: { answer: RESULT.answer } })
  })

  it('is cancelled by its caller, and refunded if it fails', async () => {
    const { engine, service, key, account, get } = await open()
    const cancelled = await leave(service, key)
    const run = await engine.nextRun()
    const headers = { 'x-api-key': key }
    expect((await fetch(`${service.url}/v1/research/${cancelled}`, { method: 'DELETE', headers })).status).toBe(204)
    expect(run.signal.aborted).toBe(true)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
    const failed = await leave(service, key)
    ;(await engine.nextRun()).fail(new Error('broken'))
    await vi.waitUntil(async () => (await (await get(failed)).json()).status === 'failed')
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
  })

  it.each([
    ['resumes', (id: string) => ({ 'x-research-resume': id })],
    ['names the attempt again', () => ({ 'idempotency-key': 'attempt' })],
  ])('begins with a POST that %s', async (_, headersOf) => {
    const { engine, service, key, get } = await open()
    const first = await service.post(key, ask(), { headers: { 'idempotency-key': 'attempt' } })
    const id = idOf(first)
    expect(first.headers.get('x-research-detached')).toBeNull()
    const run = await engine.nextRun()
    await leave(service, key, { ...headersOf(id), ...DETACHED })
    await first.body?.cancel()
    run.complete()
    await vi.waitUntil(async () => (await (await get(id)).json()).status === 'completed')
  })

  it('goes on in the next process when the service is stopped', async () => {
    const engine = Object.assign(createScriptedEngine(), { fingerprint: () => 'same' })
    const { service, environment, key, account } = await open(engine)
    const id = await leave(service, key)
    ;(await engine.nextRun()).tell(...answerOf(RESULT.answer).slice(0, 2))
    await service.close()
    const next = createScriptedEngine((run) => run.complete())
    const successor = await startTestService({
      environment,
      engine: Object.assign(next, { fingerprint: () => 'same' }),
    })
    const stream = await successor.post(key, '', { headers: { 'x-research-resume': id } })
    expect((await readStream(stream)).events.at(-1)).toMatchObject({ type: 'research.completed' })
    expect(await successor.manage.showCredits(account)).toMatchObject({ free: 290 })
  })

  it('is what the client calls start, wait and detach', async () => {
    const { engine, service, key } = await open(createScriptedEngine((run) => run.complete()))
    const client = new DeepResearch({ baseURL: service.url, apiKey: key })
    const id = await client.start({ query: 'How old do corals get?' })
    expect(await client.wait(id)).toMatchObject({ status: 'completed', result: { answer: RESULT.answer } })
    const stream = await client.stream({ query: 'How old do corals get?' }, { detached: true })
    expect(stream.isDetached).toBe(true)
    const left = await stream.detach()
    expect(await client.wait(left.id)).toMatchObject({ status: 'completed' })
    expect(engine.started).toBe(2)
  })
})

onCluster('research in the background, in any of several processes', (servers) => {
  it('goes on wherever it runs, though it was let go on by a process that does not run it', async () => {
    const { first, second, workers } = await startNodes(servers(), 1, { DISCONNECT_GRACE_MS: '0' })
    const { key } = await first.join()
    const attended = await first.post(key, ask(), { headers: { 'x-api-key': key } })
    const id = idOf(attended)
    const run = await nextRun(workers)
    await leave(second, key, { ...DETACHED, 'x-research-resume': id })
    await attended.body?.cancel()
    const left = new Promise((resolve) => run.signal.addEventListener('abort', resolve))
    // Longer than a worker needs to notice that nobody reads a request.
    const spared = new Promise((resolve) => setTimeout(resolve, 4_000, 'spared'))
    expect(await Promise.race([left, spared])).toBe('spared')
    run.complete()
    const state = () => fetch(`${second.url}/v1/research/${id}`, { headers: { 'x-api-key': key } })
    await vi.waitUntil(async () => (await (await state()).json()).status === 'completed', 10_000)
  })
})
