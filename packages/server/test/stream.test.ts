import { describe, expect, it } from 'vitest'
import { parseRaw, sendRaw } from './support/raw.ts'
import { createScriptedEngine, RESULT, toolCall } from './support/scripted-engine.ts'
import { ask, startTestService } from './support/service.ts'
import { readerOf, readStream, readUntil } from './support/stream.ts'

describe('a stream', () => {
  it('carries the answer, its completion and the terminator', async () => {
    const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
    const { key } = await service.join()
    const response = await service.post(key, ask({ request_id: 'mine-1', metadata: { team: 'reef' } }))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/),
    })
    const { events, data, text } = await readStream(response)
    expect(text).toMatch(/^(data: [^\n]+\n\n)+$/)
    expect(data.at(-1)).toBe('[DONE]')
    expect(events.every((event) => event.request_id === 'mine-1')).toBe(true)
    const deltas = events.filter((event) => event.type === 'research.answer.delta')
    expect(deltas.map(({ data }) => data.sequence)).toEqual(deltas.map((_, index) => index))
    expect(deltas.map(({ data }) => data.content).join('')).toBe(RESULT.answer)
    const last = events.at(-1)
    expect(last).toMatchObject({ type: 'research.completed', data: { ...RESULT, metadata: { team: 'reef' } } })
    expect(last?.data).not.toHaveProperty('tool_calls')
  })

  it('is written in chunks that end, and without chunks to HTTP/1.0', async () => {
    const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
    const { key } = await service.join()
    const body = JSON.stringify(ask())
    const send = async (version: string) => {
      const head = `POST /v1/research HTTP/${version}\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`
      const rest = `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
      return parseRaw(await sendRaw(service.url, Buffer.from(head + rest)))
    }
    const old = await send('1.0')
    expect(old.headers['transfer-encoding']).toBeUndefined()
    expect(old.body).toMatch(/^(data: [^\n]+\n\n)+data: \[DONE\]\n\n$/)
    const { headers, body: chunked } = await send('1.1')
    expect(headers['transfer-encoding']).toBe('chunked')
    let rest = Buffer.from(chunked)
    let text = ''
    for (let size = -1; size !== 0; ) {
      const line = rest.indexOf('\r\n')
      size = Number.parseInt(rest.toString('latin1', 0, line), 16)
      text += rest.toString('utf8', line + 2, line + 2 + size)
      expect(rest.toString('latin1', line + 2 + size, line + 4 + size)).toBe('\r\n')
      rest = rest.subarray(line + 4 + size)
    }
    expect(rest).toHaveLength(0)
    expect(text.match(/data: /g)).toHaveLength(old.body.match(/data: /g)?.length ?? 0)
    expect(text).toContain('🪸')
  })

  it('makes a request id where the caller gave none, the same on every event', async () => {
    const service = await startTestService({ engine: createScriptedEngine((run) => run.complete()) })
    const { key } = await service.join()
    const response = await service.post(key, ask())
    const { events } = await readStream(response)
    expect(new Set(events.map((event) => event.request_id))).toEqual(new Set([response.headers.get('x-request-id')]))
    expect(events.at(-1)?.data).not.toHaveProperty('metadata')
  })

  it.each([
    { include_thinking: true, include_tool_calls: true },
    { include_thinking: true, include_tool_calls: false },
    { include_thinking: false, include_tool_calls: true },
    { include_thinking: false, include_tool_calls: false },
    {},
  ])('tells what %o asks for and nothing else', async (options) => {
    const engine = createScriptedEngine((run) => {
      run.tell({ type: 'thinking', content: 'first' }, ...toolCall('call_1'), { type: 'thinking', content: 'second' })
      run.complete()
    })
    const service = await startTestService({ engine })
    const { key } = await service.join()
    const { events } = await readStream(await service.post(key, ask({ options })))
    const of = (type: string) => events.filter((event) => event.type === type).map((event) => event.data)
    expect(of('research.thinking.delta')).toEqual(
      options.include_thinking
        ? [
            { content: 'first', sequence: 0 },
            { content: 'second', sequence: 1 },
          ]
        : [],
    )
    const calls = of('research.tool_call.completed')
    expect(of('research.tool_call.started')).toHaveLength(options.include_tool_calls ? 1 : 0)
    expect(calls).toHaveLength(options.include_tool_calls ? 1 : 0)
    const last = events.at(-1)?.data
    if (options.include_tool_calls) expect(last).toHaveProperty('tool_calls', calls)
    else expect(last).not.toHaveProperty('tool_calls')
  })

  it('sends its head before the first event, and a comment into silence', async () => {
    const service = await startTestService({ environment: { STREAM_KEEPALIVE_MS: '20' } })
    const { key } = await service.join()
    const response = await service.post(key, ask())
    const reader = readerOf(response)
    expect(await readUntil(reader, ': keep-alive\n\n')).toMatch(/^(: keep-alive\n\n)+$/)
    const run = await service.engine.nextRun()
    run.complete()
    await readUntil(reader, 'data: [DONE]\n\n')
    expect(await reader.read()).toMatchObject({ done: true })
  })
})
