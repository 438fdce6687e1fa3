import { expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../src/config.ts'
import { type Clock, systemClock } from '../src/kernel/clock.ts'
import { openStorage } from '../src/open-storage.ts'
import { onCluster } from './support/cluster.ts'
import { completeAll, idOf, nextRun, startNodes, waiting } from './support/cluster-nodes.ts'
import { startOtlpReceiver } from './support/otlp-receiver.ts'
import { answerOf, RESULT, toolCall } from './support/scripted-engine.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { eventsIn, readerOf, readStream, readUntil } from './support/stream.ts'

onCluster('several processes', (servers) => {
  it('that start together tell the link to the first account once, and only where it can be opened', async () => {
    const { postgres, redis } = servers()
    const { url, remove } = await postgres.create()
    onTestFinished(remove)
    const shared = { DATABASE_URL: url, REDIS_URL: redis.url, AUTH_SECRET: 's'.repeat(32) }
    const start = async (ROLE: 'api' | 'worker', clock: Clock = systemClock) =>
      (await startTestService({ fresh: true, environment: { ...shared, ROLE }, clock })).firstLink
    expect(await start('worker')).toBeUndefined()
    const links = (await Promise.all([start('api'), start('api'), start('api')])).filter((link) => link !== undefined)
    expect(links).toHaveLength(1)
    expect((await fetch(links[0] ?? '')).status).toBe(200)
    expect(await start('api', { now: () => Date.now() + 120_000 })).toBeDefined()
  })

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

  it('do only their part: who does the research answers no requests', async () => {
    const { first, workers } = await startNodes(servers(), 1, { METRICS: 'on' })
    const { key } = await first.join()
    const [worker] = workers as [TestService]
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(worker.url + path)).status).toBe(200)
    for (const path of ['/sign-in', '/openapi.json', '/']) expect((await fetch(worker.url + path)).status).toBe(404)
    expect((await worker.post(key, ask())).status).toBe(404)
  })

  it('take part in one trace of a request, and tell the same of what runs', async () => {
    const receiver = await startOtlpReceiver()
    const observed = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, METRICS: 'on' }
    const { first, workers } = await startNodes(servers(), 1, observed)
    const { key } = await first.join()
    const response = await first.post(key, ask())
    const run = await nextRun(workers)
    const metrics = async ({ url }: TestService) => await (await fetch(`${url}/metrics`)).text()
    for (const node of [first, ...workers]) {
      expect(await metrics(node)).toContain('deep_research_requests{state="running"} 1')
      expect(await metrics(node)).toContain(`deep_research_runs_active ${node === first ? 0 : 1}`)
    }
    run.complete()
    await readStream(response)
    await Promise.all([first, ...workers].map((node) => node.close()))
    const own = receiver.spans.filter(({ traceId }) => `req_${traceId}` === idOf(response))
    const [root] = own.filter(({ parent }) => parent === undefined)
    expect(own.map(({ name }) => name).toSorted()).toEqual(['POST /v1/research', 'admission', 'research', 'settle'])
    expect(own.filter((span) => span !== root).map(({ parent }) => parent)).toEqual(Array(3).fill(root?.spanId))
  })

  it('let in no more than an account may, and make one request of attempts of one name', async () => {
    const { first, second } = await startNodes(servers())
    for (const [tier, most] of [
      ['free', 1],
      ['pro', 3],
      ['scale', 5],
    ] as const) {
      const { key, account } = await first.join(tier)
      const burst = await Promise.all(
        Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second).post(key, ask())),
      )
      expect(burst.filter(({ status }) => status === 200)).toHaveLength(most)
      const refused = burst.filter(({ status, headers }) => status === 429 && headers.has('retry-after'))
      expect(refused).toHaveLength(60 - most)
      expect(await first.manage.showCredits(account)).toMatchObject({ free: 300 - 10 * most })
    }
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

  it('let an account spend what it has and no more', async () => {
    const { first, second, workers } = await startNodes(servers())
    for (const { engine } of workers) completeAll(engine)
    const { key, account } = await first.join('scale')
    const callers = Array.from({ length: 40 }, async (_, index) => {
      for (;;) {
        const response = await (index % 2 === 0 ? first : second).post(key, ask())
        await response.text()
        if (response.status !== 429) return response.status
      }
    })
    const statuses = await Promise.all(callers)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 402)).toHaveLength(10)
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 0 })
  })

  it('let nobody wait for the flood of another account', async () => {
    const { first, second, workers } = await startNodes(servers(), 1, { RUNS_AT_ONCE: '1' })
    const [many, one, other] = [await first.join('scale'), await first.join(), await first.join()]
    const asking: Promise<Response>[] = []
    const flood = async ({ key }: { key: string }, query: string) => {
      asking.push((asking.length % 2 === 0 ? first : second).post(key, ask({ query })))
      // One runs, and all others wait.
      await vi.waitUntil(async () => (await waiting(servers())) === asking.length - 1)
    }
    asking.push(first.post(many.key, ask({ query: 'many 0' })))
    const begun = [await nextRun(workers)]
    for (let call = 1; call < 5; call += 1) await flood(many, `many ${call}`)
    await flood(one, 'one')
    await flood(other, 'other')
    while (begun.length < asking.length) {
      begun.at(-1)?.complete()
      begun.push(await nextRun(workers))
    }
    begun.at(-1)?.complete()
    expect(begun.map(({ task }) => task.query)).toEqual([
      'many 0',
      'one',
      'other',
      'many 1',
      'many 2',
      'many 3',
      'many 4',
    ])
    for (const response of await Promise.all(asking)) {
      expect((await readStream(response)).events.at(-1)).toMatchObject({ type: 'research.completed' })
    }
  })

  it('give up what kills its workers, and refund it', async () => {
    const { database, first, start } = await startNodes(servers(), 0)
    const { key, account } = await first.join()
    const asking = first.post(key, ask())
    await vi.waitUntil(async () => (await waiting(servers())) === 1)
    const storage = await openStorage(readSettings({ DATABASE_URL: database, AUTH_SECRET: 's'.repeat(32) }))
    const [request] = await storage.admission.unfinished()
    for (let died = 0; died < 3; died += 1) {
      await storage.runs.claim(request?.id ?? '', { engine: 'scripted', now: Date.now() })
    }
    await storage.close()
    const worker = await start('worker')
    const { events } = await readStream(await asking)
    expect(events).toMatchObject([{ type: 'research.failed', data: { error: { code: 'RESEARCH_FAILED' } } }])
    expect(await first.manage.showCredits(account)).toMatchObject({ free: 300 })
    expect(worker.engine.started).toBe(0)
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
    const deltas = eventsIn(whole).flatMap(({ type, data }) => (type === 'research.answer.delta' ? [data] : []))
    expect(deltas.map(({ sequence }) => sequence)).toEqual(deltas.map((_, index) => index))
    expect(deltas.map(({ content }) => content).join('')).toBe(RESULT.answer)
  })

  it('tell of a call at the end what was told of it before, whichever worker made it', async () => {
    const { first, workers, start } = await startNodes(servers())
    const { key } = await first.join()
    const response = await first.post(key, ask({ options: { include_tool_calls: true } }))
    const [begun, made] = toolCall('call_1')
    if (begun?.type !== 'tool_call.started' || made?.type !== 'tool_call.completed') throw new Error('no call')
    ;(await nextRun(workers)).tell(begun, made)
    const reader = readerOf(response)
    const told = await readUntil(reader, '"research.tool_call.completed"')
    const successor = await start('worker')
    await Promise.all(workers.map((worker) => worker.close()))
    const next = await successor.engine.nextRun()
    next.tell(begun, { ...made, call: { ...made.call, duration_ms: made.call.duration_ms + 90 } })
    next.complete()
    const events = eventsIn(told + (await readUntil(reader, '[DONE]')))
    const streamed = events.filter(({ type }) => type === 'research.tool_call.completed').map(({ data }) => data)
    expect(streamed).toEqual([made.call])
    expect(events.at(-1)).toMatchObject({ type: 'research.completed', data: { tool_calls: streamed } })
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
})
