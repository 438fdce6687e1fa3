import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './support/command-line.ts'
import { answerOf, createScriptedEngine, RESULT } from './support/scripted-engine.ts'
import { ask, startTestService, type TestService } from './support/service.ts'
import { readerOf, readStream, readUntil } from './support/stream.ts'

const resume = (id: string | null, after: number | string) => ({
  headers: { 'x-research-resume': id ?? '', 'last-event-id': String(after) },
})

const instantly = () => createScriptedEngine((run) => run.complete())

async function expectError(response: Response, status: number, code: string, message = /./): Promise<void> {
  expect(await response.json()).toMatchObject({ error: { code, message: expect.stringMatching(message) } })
  expect(response.status).toBe(status)
}

describe('a stream that broke off', () => {
  it('goes on after the envelopes that arrived, and nothing is charged again', async () => {
    const service = await startTestService()
    const { key, account } = await service.join()
    const controller = new AbortController()
    const first = await service.post(key, ask({ request_id: 'mine' }), { signal: controller.signal })
    expect(first.headers.get('x-research-resumable')).toBe('true')
    const id = first.headers.get('x-request-id')
    const run = await service.engine.nextRun()
    run.tell(...answerOf(RESULT.answer).slice(0, 3))
    const begun = await readUntil(readerOf(first), '"sequence":2')
    controller.abort()
    run.tell(...answerOf(RESULT.answer).slice(3))
    const second = await service.post(key, ask({ request_id: 'mine' }), resume(id, 2))
    expect([second.status, second.headers.get('x-request-id')]).toEqual([200, id])
    run.tell({ type: 'completed', result: RESULT })
    run.stop()
    const { events, data } = await readStream(second)
    expect(events[0]).toMatchObject({ request_id: 'mine', data: { sequence: 2 } })
    expect(data.at(-1)).toBe('[DONE]')
    const third = await readStream(await service.post(key, ask({ request_id: 'mine' }), resume(id, 0)))
    expect(third.text.startsWith(begun)).toBe(true)
    expect(third.data.slice(2)).toEqual(data)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
    expect(service.engine.started).toBe(1)
  })

  it('can be taken up at any envelope, of a long stream too', async () => {
    const pieces = Array.from({ length: 700 }, (_, index) => `${index}:${'–🪸'.repeat(100)}`)
    const service = await startTestService({
      engine: createScriptedEngine((run) => {
        run.tell(...pieces.map((content) => ({ type: 'answer' as const, content })))
        run.complete()
      }),
    })
    const { key } = await service.join()
    const whole = await service.post(key, ask())
    const { data } = await readStream(whole)
    const last = data.length - 2
    for (const after of [0, 1, 90, 91, 92, 350, 699, last, last + 1, last + 500]) {
      const rest = await readStream(await service.post(key, ask(), resume(whole.headers.get('x-request-id'), after)))
      // Whoever has more than there is, or all of it, is told the end all the same.
      expect(rest.data).toEqual(data.slice(Math.min(after, last)))
    }
  })

  it('reaches a client that reads slowly without a hole', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    const reader = readerOf(await service.post(key, ask()))
    const run = await service.engine.nextRun()
    const total = 150
    run.tell(...Array.from({ length: total }, () => ({ type: 'answer' as const, content: 'x'.repeat(65_536) })))
    // The engine is done with all of it before the client takes the first of it.
    while (run.untold() > 0) await new Promise((resolve) => setImmediate(resolve))
    run.complete()
    const text = await readUntil(reader, '[DONE]')
    const sequences = [...text.matchAll(/"sequence":(\d+)/g)].map(([, sequence]) => Number(sequence))
    expect(sequences.slice(0, total)).toEqual(Array.from({ length: total }, (_, index) => index))
  })

  it('is kept whole for the window after its end, and then its last envelope alone', async () => {
    let now = Date.UTC(2026, 0, 1)
    const service = await startTestService({ engine: instantly(), clock: { now: () => now } })
    const { key } = await service.join()
    const first = await service.post(key, ask())
    const { data } = await readStream(first)
    const id = first.headers.get('x-request-id')
    now += 599_999
    expect((await readStream(await service.post(key, ask(), resume(id, 0)))).data).toEqual(data)
    now += 1
    for (const after of [0, 3, 900]) {
      const rest = await readStream(await service.post(key, ask(), resume(id, after)))
      expect(rest.data).toEqual(data.slice(-2))
    }
  })

  it('goes on where its research is, whatever number of envelopes the client claims', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    const first = await service.post(key, ask())
    const run = await service.engine.nextRun()
    run.tell({ type: 'answer', content: 'one' })
    await readUntil(readerOf(first), 'one')
    const again = await service.post(key, ask(), resume(first.headers.get('x-request-id'), 900))
    run.tell({ type: 'answer', content: 'two' })
    const reader = readerOf(again)
    expect(await readUntil(reader, 'two')).not.toContain('one')
    run.fail(new Error('broken'))
    expect(await readUntil(reader, 'research.failed')).not.toContain('[DONE]')
  })

  it('needs no body to go on, and looks at none', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key } = await service.join()
    const first = await service.post(key, ask())
    const { data } = await readStream(first)
    const id = first.headers.get('x-request-id') ?? ''
    const headers = { 'x-api-key': key, 'x-research-resume': id, 'last-event-id': '1' }
    for (const body of [undefined, 'no JSON', JSON.stringify(ask({ query: 'another' }))]) {
      const init = { method: 'POST', headers, ...(body !== undefined && { body }) }
      expect((await readStream(await fetch(`${service.url}/v1/research`, init))).data).toEqual(data.slice(1))
    }
  })

  it('is kept over a restart', async () => {
    const environment = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'a.db')}` }
    const before = await startTestService({ engine: instantly(), environment })
    const { key } = await before.join()
    const first = await before.post(key, ask())
    const { data } = await readStream(first)
    await before.close()
    const after = await startTestService({ environment })
    const again = await after.post(key, ask(), resume(first.headers.get('x-request-id'), 1))
    expect((await readStream(again)).data).toEqual(data.slice(1))
  })

  it('is its account’s alone, and names its place rightly', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key } = await service.join()
    const other = await service.join()
    const first = await service.post(key, ask({ metadata: { a: '1', b: '2' } }))
    const { events } = await readStream(first)
    const id = first.headers.get('x-request-id')
    const same = ask()
    expect((await readStream(await service.post(key, same, resume(id, 0)))).events).toEqual(events)
    await expectError(await service.post(other.key, same, resume(id, 0)), 404, 'NOT_FOUND')
    for (const unknown of ['', 'nonsense', `req_${'0'.repeat(32)}`, 'req_']) {
      await expectError(await service.post(key, same, resume(unknown, 0)), 404, 'NOT_FOUND')
    }
    for (const after of ['-1', '1.5', 'x', '', '99999999999']) {
      await expectError(await service.post(key, same, resume(id, after)), 400, 'INVALID_REQUEST', /Last-Event-ID/)
    }
    await expectError(await service.post(undefined, same, resume(id, 0)), 401, 'INVALID_API_KEY')
  })
})

describe('a client that left', () => {
  it('is waited for: research goes on when it comes back in time, and ends when it does not', async () => {
    const service = await startTestService({
      environment: { DISCONNECT_GRACE_MS: '150', STREAM_KEEPALIVE_MS: '60' },
    })
    const { key } = await service.join()
    const controller = new AbortController()
    const first = await service.post(key, ask(), { signal: controller.signal })
    const run = await service.engine.nextRun()
    controller.abort()
    const again = new AbortController()
    const init = { ...resume(first.headers.get('x-request-id'), 0), signal: again.signal }
    const second = await service.post(key, ask(), init)
    const reader = readerOf(second)
    // Longer than the grace.
    for (let comments = 0; comments < 5; comments += 1) await readUntil(reader, ': keep-alive\n\n')
    expect(run.signal.aborted).toBe(false)
    expect((await service.post(key, ask())).status).toBe(429)
    run.tell({ type: 'answer', content: 'still here' })
    await readUntil(reader, 'still here')
    again.abort()
    await run.left
    expect(run.signal.aborted).toBe(true)
  })
})

describe('DELETE', () => {
  const remove = (service: TestService, id: string | null, key?: string) =>
    fetch(`${service.url}/v1/research/${id}`, { method: 'DELETE', headers: key ? { 'x-api-key': key } : {} })

  it('cancels at once, keeps the charge, and may be repeated', async () => {
    const service = await startTestService()
    const { key, account } = await service.join()
    const stream = await service.post(key, ask())
    const id = stream.headers.get('x-request-id')
    const run = await service.engine.nextRun()
    const removed = await remove(service, id, key)
    expect([removed.status, await removed.text()]).toEqual([204, ''])
    expect(run.signal.aborted).toBe(true)
    expect((await service.post(key, ask())).status).toBe(200)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 280 })
    const { events, data } = await readStream(stream)
    expect(events).toMatchObject([{ type: 'research.failed', data: { error: { code: 'RESEARCH_FAILED' } } }])
    expect(data).not.toContain('[DONE]')
    expect((await remove(service, id, key)).status).toBe(204)
  })

  it('is refused without a key, and for what is not the account’s', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key } = await service.join()
    const other = await service.join()
    const stream = await service.post(key, ask())
    await readStream(stream)
    const id = stream.headers.get('x-request-id')
    await expectError(await remove(service, id), 401, 'INVALID_API_KEY')
    await expectError(await remove(service, id, other.key), 404, 'NOT_FOUND')
    await expectError(await remove(service, 'nonsense', key), 404, 'NOT_FOUND')
    await expectError(await remove(service, `req_${'0'.repeat(32)}`, key), 404, 'NOT_FOUND')
    await expectError(await remove(service, 'a/b', key), 404, 'NOT_FOUND')
    expect((await remove(service, id, key)).status).toBe(204)
  })
})

describe('an Idempotency-Key', () => {
  const named = (name: string) => ({ headers: { 'idempotency-key': name } })

  it('makes 20 attempts at once one request, one charge and one slot', async () => {
    const service = await startTestService()
    const { key, account } = await service.join()
    const attempts = await Promise.all(Array.from({ length: 20 }, () => service.post(key, ask(), named('a'))))
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(attempts.map(({ headers }) => headers.get('x-request-id'))).size).toBe(1)
    ;(await service.engine.nextRun()).complete()
    const streams = await Promise.all(attempts.map(readStream))
    expect(new Set(streams.map(({ text }) => text)).size).toBe(1)
    expect(service.engine.started).toBe(1)
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
  })

  it('brings the ended request back for 24 hours, then names a new one', async () => {
    let now = Date.UTC(2026, 0, 1)
    const service = await startTestService({ engine: instantly(), clock: { now: () => now } })
    const { key } = await service.join()
    const first = await readStream(await service.post(key, ask(), named('a')))
    now += 599_999
    expect((await readStream(await service.post(key, ask(), named('a')))).text).toBe(first.text)
    now += 86_399_999 - 599_999
    const later = await readStream(await service.post(key, ask(), named('a')))
    expect(later.data).toEqual(first.data.slice(-2))
    expect(service.engine.started).toBe(1)
    now += 1
    await readStream(await service.post(key, ask(), named('a')))
    expect(service.engine.started).toBe(2)
  })

  it('with another body is refused, and is the account’s own', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key } = await service.join()
    const other = await service.join()
    await readStream(await service.post(key, ask(), named('a')))
    await expectError(
      await service.post(key, ask({ reasoning_level: 'medium' }), named('a')),
      400,
      'INVALID_REQUEST',
      /Idempotency-Key/,
    )
    await readStream(await service.post(other.key, ask({ query: 'another' }), named('a')))
    await readStream(await service.post(key, ask(), named('b')))
    expect(service.engine.started).toBe(3)
  })

  it.each(['x'.repeat(129), 'a b', 'é'])('%j is refused', async (name) => {
    const service = await startTestService()
    const { key } = await service.join()
    await expectError(await service.post(key, ask(), named(name)), 400, 'INVALID_REQUEST', /Idempotency-Key/)
  })

  it('is free again where nothing came of the attempt', async () => {
    let refuse = true
    const engine = createScriptedEngine((run) => (refuse ? run.fail(new Error('refused')) : run.complete()))
    const service = await startTestService({ engine })
    const { key, account } = await service.join()
    expect((await service.post(key, ask(), named('a'))).status).toBe(502)
    refuse = false
    expect((await readStream(await service.post(key, ask(), named('a')))).data.at(-1)).toBe('[DONE]')
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
  })

  it('without it, equal requests are requests of their own', async () => {
    const service = await startTestService({ engine: instantly() })
    const { key, account } = await service.join()
    for (let request = 0; request < 2; request += 1) {
      await readStream(await service.post(key, ask({ request_id: 'same' })))
    }
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 280 })
  })
})
