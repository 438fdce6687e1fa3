import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  answer,
  createMockAccount,
  fragmented,
  httpError,
  parseRecording,
  rawResponse,
  replay,
  SCENARIO_HEADER,
  stalled,
  testApiKey,
  torn,
  unreachable,
} from '@deep-research/mock'
import { type MockServer, readRecording, recordStream, startMockServer, writeRecording } from '@deep-research/mock/node'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { collect } from './collect.ts'
import { leaveBeforeHead } from './leaving.ts'
import { ask as askAt, eventsOf, readAll } from './read-stream.ts'

let mock: MockServer
beforeEach(async () => {
  mock = await startMockServer()
})
afterEach(() => mock.close())

const ask = (body?: unknown, init?: RequestInit) => askAt(body, init, mock.url)
const named = (scenario: string) => ask({}, { headers: { [SCENARIO_HEADER]: scenario } })

describe('a real port', () => {
  test('serves the same stream as MSW does', async () => {
    const response = await ask({ request_id: 'mine' })
    const { text, error } = await readAll(response)
    expect(error).toBeUndefined()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(text.startsWith('data: ')).toBe(true)
    expect(eventsOf(text).at(-1)?.type).toBe('research.completed')
    expect(mock.requests[0]).toMatchObject({ outcome: 'completed', status: 200 })
  })

  test('tears sockets: the bytes before it arrive, the end does not', async () => {
    mock.use(torn({ after: 4 }))
    const { text, error } = await readAll(await ask())
    expect(eventsOf(text)).toHaveLength(4)
    expect(error).toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
    mock.use(unreachable())
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
  })

  test('the head of a stalled stream comes at once, and a client that leaves is noticed', async () => {
    mock.use(stalled({ after: 0 }))
    const left = new AbortController()
    const response = await ask({}, { signal: left.signal })
    expect(response.status).toBe(200)
    expect(mock.requests[0]?.outcome).toBe('open')
    left.abort()
    await expect.poll(() => mock.requests[0]?.outcome).toBe('left')
  })

  test('a client that leaves before the head is noticed', () => leaveBeforeHead(mock, (signal) => ask({}, { signal })))

  test('writes fragments apart: characters are cut on the wire', async () => {
    mock.use(fragmented({ bytes: 1, of: answer({ answer: '🏔'.repeat(3), deltaLength: 1 }) }))
    const { text } = await readAll(await ask())
    expect(eventsOf(text).at(-1)?.data['answer']).toBe('🏔🏔🏔')
  })

  test('keeps the order of checks, and other paths are 404', async () => {
    expect((await ask('{')).status).toBe(400)
    expect((await fetch(`${mock.url}/v1/research`)).status).toBe(404)
    expect((await fetch(`${mock.url}/prefix/v1/research`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${mock.url}/v1/research`, { method: 'POST', body: '{}' })).status).toBe(401)
  })

  test('a body over the limit is refused, and the refusal arrives', async () => {
    const response = await ask({ padding: 'x'.repeat(8_000_000) })
    expect(response.status).toBe(400)
  })

  test('a request that only sockets can make is answered too', async () => {
    const socket = connect(mock.port, '127.0.0.1')
    socket.end('TRACE /v1/research HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1.1 404 /)
  })

  test('has an account as MSW does', async () => {
    await using own = await startMockServer({
      account: createMockAccount({ keys: [testApiKey()] }),
      scenario: stalled(),
    })
    const first = await askAt({}, {}, own.url)
    expect((await askAt({}, {}, own.url)).status).toBe(429)
    await first.body?.cancel()
  })

  test('a scenario that throws is told, and breaks the connection', async () => {
    const errors: unknown[] = []
    const boom = new Error('boom')
    const scenario = () => {
      throw boom
    }
    await using own = await startMockServer({ scenario, onError: (error) => errors.push(error) })
    await expect(askAt({}, {}, own.url)).rejects.toThrow(TypeError)
    expect(errors).toEqual([boom])
  })
})

describe('choosing scenarios from outside', () => {
  test('a request names its own', async () => {
    expect((await named('RATE_LIMIT_EXCEEDED?retryAfter=7')).headers.get('retry-after')).toBe('7')
    expect((await readAll(await named('truncated?after=2'))).text.split('data: ')).toHaveLength(3)
    const wrong = await named('torn?often=1')
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('known: after, inside')])
  })

  test('the controls set, queue, show and reset', async () => {
    const post = (path: string, method: string, body = '') => fetch(`${mock.url}/_mock${path}`, { method, body })
    await post('/scenario', 'PUT', 'PROXY_ERROR')
    await post('/queue', 'POST', 'NOT_FOUND\nRATE_LIMIT_EXCEEDED\n')
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 429, 502])
    const shown = await (await fetch(`${mock.url}/_mock/requests`)).text()
    expect(JSON.parse(shown)).toMatchObject([{ status: 404 }, { status: 429 }, { status: 502 }])
    expect(shown).not.toContain(testApiKey())
    expect((await post('/scenario', 'PUT', 'nonsense')).status).toBe(400)
    expect((await post('/scenario', 'PUT', '')).status).toBe(400)
    await post('/reset', 'POST')
    expect([(await ask()).status, mock.requests.length]).toEqual([200, 1])
    expect((await fetch(`${mock.url}/_mock/other`)).status).toBe(404)
  })
})

describe('recordings', () => {
  const record = () => recordStream({ baseURL: mock.url, apiKey: testApiKey(), body: { query: 'Why?' } })

  test('the file holds no key, and replays to the same bytes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recording-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'one.jsonl')
    mock.use(answer({ everyMs: 3 }))
    await writeRecording(file, await record())
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(testApiKey())
    const recording = parseRecording(text)
    expect(recording.head).toMatchObject({ request: { body: { query: 'Why?' } }, response: { status: 200 } })
    const again = await collect(replay(recording))
    expect(again.end).toBe('closed')
    expect(eventsOf(again.text).at(-1)?.type).toBe('research.completed')
    expect(again.text).toBe(recording.chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join(''))
    expect(again.elapsed).toBe(recording.end.at)
    expect((await collect(replay(recording, { speed: Number.POSITIVE_INFINITY }))).elapsed).toBe(0)
  })

  test('a torn stream, cut within a character, is torn again', async () => {
    mock.use(torn({ after: 0, inside: 'code-point' }))
    const recording = await record()
    expect(recording.chunks.some((chunk) => 'base64' in chunk)).toBe(true)
    const again = await collect(replay(recording))
    expect(again.end).toBe('torn')
    expect(again.bytes.at(-1)).toBeGreaterThanOrEqual(0xc0)
  })

  test('an error is recorded with its head', async () => {
    mock.use(httpError('INSUFFICIENT_CREDITS', { retryAfter: 9 }))
    const again = await collect(replay(await record()))
    expect(again).toMatchObject({ status: 402, headers: { 'retry-after': '9' } })
    expect(again.text).toContain('INSUFFICIENT_CREDITS')
  })

  test('a response that repeats the key is not kept', async () => {
    mock.use(rawResponse({ body: `you sent ${testApiKey()}` }))
    await expect(record()).rejects.toThrow('would contain the API key')
  })

  test.each([
    ['{}', 'Line 1'],
    ['not json', 'Line 1'],
    ['{"format":"deep-research-recording","version":1}\n{"at":0}', 'Line 2'],
    ['{"format":"deep-research-recording","version":1}\n{"at":0}\n{"at":1,"end":"closed"}', 'Line 2'],
  ])('%j is no recording', (text, message) => {
    expect(() => parseRecording(text)).toThrow(message)
  })

  test('a file that does not exist is an error', async () => {
    await expect(readRecording('/nonexistent/one.jsonl')).rejects.toThrow('ENOENT')
  })
})
