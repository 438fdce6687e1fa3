import { describe, expect, it } from 'vitest'
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
