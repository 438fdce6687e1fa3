import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchModelCalls } from '../src/telemetry/model-calls.ts'
import { freePort } from './support/free-port.ts'
import { parseRaw, sendRaw } from './support/raw.ts'
import { ask, startTestService } from './support/service.ts'
import { readStream } from './support/stream.ts'

const on = { METRICS: 'on' }

/** The samples of a text as Prometheus reads it, by name and labels. */
async function samples(url: string): Promise<Record<string, number>> {
  const response = await fetch(`${url}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('version=0.0.4'),
  ])
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space + 1))]
    }),
  )
}

describe('/metrics', () => {
  it('counts answers, streams and research', async () => {
    const service = await startTestService({ environment: on })
    const { key } = await service.join('pro')
    const streams = [await service.post(key, ask()), await service.post(key, ask())]
    const runs = [await service.engine.nextRun(), await service.engine.nextRun()]
    await service.post(undefined, ask())
    await service.post(key, { query: '' })
    expect(await samples(service.url)).toMatchObject({ deep_research_streams_open: 2 })
    runs[0]?.complete()
    runs[1]?.fail(new Error('broken'))
    for (const stream of streams) await readStream(stream)
    const seen = await samples(service.url)
    expect(seen).toMatchObject({
      deep_research_streams_open: 0,
      'deep_research_http_responses_total{route="/v1/research",status="200"}': 2,
      'deep_research_http_responses_total{route="/v1/research",status="401"}': 1,
      'deep_research_http_responses_total{route="/v1/research",status="400"}': 1,
      'deep_research_requests_ended_total{status="completed"}': 1,
      'deep_research_requests_ended_total{status="failed"}': 1,
      deep_research_research_seconds_count: 1,
    })
    expect(seen['process_resident_memory_bytes']).toBeGreaterThan(0)
    expect(JSON.stringify(seen)).not.toContain(key)
  })

  it('counts how requests are let in, what the engine calls, and how long events take', async () => {
    const service = await startTestService({ environment: on })
    const { key } = await service.join('free')
    const named = { headers: { 'idempotency-key': 'one' } }
    const first = await service.post(key, ask(), named)
    const run = await service.engine.nextRun()
    const again = await service.post(key, ask(), named)
    await (await service.post(key, ask({ query: 'Another?' }))).text()
    const call = { tool_call_id: 'call_1', name: 'web_search' }
    const attempts = [
      { provider: 'brave', outcome: 'quota', hits: 0 },
      { provider: 'exa', outcome: 'answered', hits: 3 },
      { provider: 'tavily', outcome: 'skipped', hits: 0 },
    ]
    run.tell({ type: 'tool_call.started', call: { ...call, arguments: {}, iteration: 1 } })
    run.tell({ type: 'tool_call.completed', call: { ...call, status: 'ok', duration_ms: 7, result: { attempts } } })
    for (let sent = 0; sent < 130; sent += 1) run.tell({ type: 'answer', content: `${sent} `.padEnd(1_000) })
    const measured = async () => (await samples(service.url))['deep_research_event_lag_seconds_count'] !== 0
    await vi.waitUntil(measured, { timeout: 10_000 })
    expect(await samples(service.url)).toMatchObject({ deep_research_runs_active: 1 })
    run.complete()
    await Promise.all([readStream(first), readStream(again)])
    const seen = await samples(service.url)
    expect(seen).toMatchObject({
      'deep_research_admissions_total{outcome="admitted"}': 1,
      'deep_research_admissions_total{outcome="attached"}': 1,
      'deep_research_admissions_total{outcome="rate_limit_exceeded"}': 1,
      'deep_research_tool_calls_total{tool="web_search",status="ok"}': 1,
      'deep_research_search_calls_total{provider="brave",outcome="quota"}': 1,
      'deep_research_search_calls_total{provider="exa",outcome="answered"}': 1,
      deep_research_runs_active: 0,
      deep_research_engine_threads: 0,
      'deep_research_requests{state="running"}': 0,
      'deep_research_oldest_request_seconds{state="waiting"}': 0,
    })
    expect(Object.keys(seen).join()).not.toContain('tavily')
    expect(seen['deep_research_event_store_seconds_count']).toBeGreaterThan(0)
  })

  it('counts the calls of a model, and no other requests', async () => {
    const answers = [200, 503]
    const model = createServer((_request, response) => response.writeHead(answers.shift() ?? 200).end('{}'))
    model.listen(0, '127.0.0.1')
    await once(model, 'listening')
    const origin = `http://127.0.0.1:${(model.address() as AddressInfo).port}`
    const seen: string[] = []
    const watch = watchModelCalls([`${origin}/v1`], { asked: (status) => void seen.push(status) })
    onTestFinished(() => watch.close())
    const post = { method: 'POST', body: '{}' }
    await (await fetch(`${origin}/v1/models`)).text()
    await (await fetch(`${origin}/v1/chat/completions`, post)).text()
    await (await fetch(`${origin}/v1/chat/completions`, post)).text()
    model.closeAllConnections()
    model.close()
    await once(model, 'close')
    await expect(fetch(`${origin}/v1/chat/completions`, post)).rejects.toThrow()
    expect(seen).toEqual(['5xx', '2xx', 'unreachable'])
    watch.close()
    await expect(fetch(`${origin}/v1/chat/completions`, post)).rejects.toThrow()
    expect(seen).toHaveLength(3)
  })

  it('is there for other machines on a port of its own, with the probes', async () => {
    const port = await freePort()
    const service = await startTestService({ environment: { ...on, METRICS_PORT: String(port) } })
    const elsewhere = { headers: { 'x-forwarded-for': '10.0.0.1' } }
    const at = `http://127.0.0.1:${port}`
    expect((await fetch(`${at}/metrics`, elsewhere)).status).toBe(200)
    expect((await fetch(`${at}/readyz`)).status).toBe(200)
    expect((await fetch(`${at}/v1/research`, { method: 'POST' })).status).toBe(404)
    const second = startTestService({ environment: { ...on, METRICS_PORT: String(port) } })
    await expect(second).rejects.toThrow(
      `METRICS_PORT ${port} on 127.0.0.1 is in use. Set METRICS_PORT to a free port.`,
    )
    await service.close()
    await expect(fetch(`${at}/readyz`)).rejects.toThrow()
  })

  it('counts no path that a caller made up', async () => {
    const service = await startTestService({ environment: on })
    for (const path of ['/a', '/b']) await fetch(service.url + path)
    expect(await samples(service.url)).toMatchObject({
      'deep_research_http_responses_total{route="/*",status="404"}': 2,
    })
  })

  it.each([
    ['localhost', 200],
    ['LOCALHOST:8080', 200],
    ['127.0.0.1:9', 200],
    ['[::1]:8080', 200],
    ['attacker.example', 404],
    ['localhost.attacker.example', 404],
    ['127.0.0.1.attacker.example:80', 404],
    ['10.0.0.1', 404],
    ['', 404],
  ])('asked for at the host %s is %i', async (host, status) => {
    const service = await startTestService({ environment: on })
    const answer = await sendRaw(service.url, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(parseRaw(answer).status).toBe(status)
  })

  it('is nothing to whoever comes from elsewhere, through a proxy on this machine too', async () => {
    const service = await startTestService({ environment: on })
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const response = await fetch(`${service.url}/metrics`, { headers: { [name]: '10.0.0.1' } })
      expect([response.status, (await response.json()).error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('is not there where it is off', async () => {
    const service = await startTestService()
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
    const { key } = await service.join()
    const stream = await service.post(key, ask())
    ;(await service.engine.nextRun()).complete()
    await readStream(stream)
  })
})
