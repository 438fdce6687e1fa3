import { ERRORS, FAILURES } from '@deep-research/sdk/contract'
import { describe, expect, it } from 'vitest'
import { createScriptedEngine, RESULT, type Run, toolCall } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readerOf, readStream, readUntil } from './support/stream.ts'

const options = { include_tool_calls: true }

describe('research that fails', () => {
  it.each<[string, keyof typeof FAILURES, (run: Run) => void]>([
    ['because the engine throws', 'RESEARCH_FAILED', (run) => run.fail(new Error('/secret/path: select * from query'))],
    [
      'because its result cannot be written',
      'RESEARCH_FAILED',
      (run) => run.tell({ type: 'completed', result: { ...RESULT, answer: 1n as unknown as string } }),
    ],
    ['because the engine is lost', 'PROXY_ERROR', (run) => run.stop()],
  ])('%s ends with %s and is refunded once', async (_, code, act) => {
    const service = await startTestService()
    const { key, account } = await service.join()
    const response = await service.post(key, ask({ options, metadata: { team: 'reef' }, request_id: 'mine' }))
    const run = await service.engine.nextRun()
    const [started] = toolCall('call_1')
    if (started) run.tell(started)
    const reader = readerOf(response)
    await readUntil(reader, 'tool_call.started')
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 290 })
    act(run)
    const rest = await readUntil(reader, 'research.failed')
    expect(await reader.read()).toMatchObject({ done: true })
    expect(rest).not.toMatch(/secret|select|\[DONE\]/)
    const [cut, failed] = rest
      .split('\n\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line.slice(6)))
    expect(cut).toMatchObject({
      type: 'research.tool_call.completed',
      data: { tool_call_id: 'call_1', status: 'error' },
    })
    expect(failed).toMatchObject({
      type: 'research.failed',
      request_id: 'mine',
      data: { error: { type: FAILURES[code].type, code }, metadata: { team: 'reef' } },
    })
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 })
    expect((await service.post(key, ask())).status).toBe(200)
  })

  it('because it takes too long ends with RESEARCH_TIMEOUT and is refunded', async () => {
    const service = await startTestService({ environment: { RESEARCH_TIMEOUT_MS: '30' } })
    const { key, account } = await service.join()
    const { events, data } = await readStream(await service.post(key, ask()))
    expect(events).toMatchObject([{ type: 'research.failed', data: { error: { code: 'RESEARCH_TIMEOUT' } } }])
    expect(data).not.toContain('[DONE]')
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 })
  })

  it('before the stream starts is 502, refunded', async () => {
    const engine = createScriptedEngine((run) => run.fail(new Error('connect ECONNREFUSED 10.0.0.1')))
    const service = await startTestService({ engine })
    const { key, account } = await service.join()
    const response = await service.post(key, ask())
    expect(response.status).toBe(ERRORS.PROXY_ERROR.status)
    const text = await response.text()
    expect(text).not.toContain('10.0.0.1')
    expect(JSON.parse(text)).toMatchObject({ error: { type: 'proxy_error', code: 'PROXY_ERROR' } })
    expect(await service.manage.showCredits(account)).toMatchObject({ free: 300 })
    expect((await service.post(key, ask())).status).toBe(502)
  })
})

describe('a shutdown', () => {
  it('ends running streams with SERVER_SHUTTING_DOWN, refunds them and resolves', async () => {
    const service = await startTestService()
    const { key } = await service.join('pro')
    const streams = [await service.post(key, ask()), await service.post(key, ask())]
    const runs = [await service.engine.nextRun(), await service.engine.nextRun()]
    runs[0]?.tell({ type: 'answer', content: 'Corals' })
    const closed = service.close()
    for (const stream of streams) {
      const { events } = await readStream(stream)
      expect(events.at(-1)).toMatchObject({
        type: 'research.failed',
        data: { error: { code: 'SERVER_SHUTTING_DOWN' } },
      })
    }
    await closed
    expect(service.engine.closed).toBe(true)
    await expect(fetch(service.url)).rejects.toThrow()
  })

  it('does not wait for a client that reads nothing', async () => {
    const service = await startTestService()
    const { key } = await service.join()
    await service.post(key, ask())
    const run = await service.engine.nextRun()
    run.tell(...Array.from({ length: 400 }, () => ({ type: 'answer' as const, content: 'x'.repeat(65_536) })))
    const begun = performance.now()
    await service.close()
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})

describe('a service that was asked to end', () => {
  it('first says so, and answers each call that still comes', async () => {
    const service = await startTestService()
    const { key } = await service.join('pro')
    const running = await service.post(key, ask())
    await service.engine.nextRun()
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    const drained = Promise.withResolvers<void>()
    const closing = service.close({ after: drained.promise })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
    expect(await running.text()).toContain('SERVER_SHUTTING_DOWN')
    for (let call = 0; call < 5; call += 1) {
      const refused = await service.post(key, ask())
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '5'])
      expect(refused.headers.get('connection')).toBe('close')
      expect(await refused.json()).toMatchObject({ error: { code: 'PROXY_ERROR' } })
    }
    drained.resolve()
    await closing
    await expect(service.post(key, ask())).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})

describe('health', () => {
  it('is told beside the API', async () => {
    const service = await startTestService()
    expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ status: 'ok' })
    const ready = await fetch(`${service.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  })
})
