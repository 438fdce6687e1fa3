import { answer, failed, httpError, resumable, stalled, testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DeepResearch, readResearchStream, type StreamEvent } from '../src/index.ts'
import { createRelay, type RelayClient, streamHeaders } from '../src/relay/index.ts'

let mock: MockServer
let client: DeepResearch
beforeAll(async () => {
  mock = await startMockServer({ scenario: resumable({ tornAfter: [] }) })
  client = new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url, retry: { limit: 0 } })
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

const request = (init: RequestInit = {}, url = 'http://page.test/api/research') => new Request(url, init)
const post = (body: unknown = { query: 'Why?' }, headers: Record<string, string> = {}) =>
  request({ method: 'POST', body: JSON.stringify(body), headers })

async function eventsOf(response: Response): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readResearchStream(response)) events.push(event)
  return events
}

it('relays a stream that the page reads, with the id to come back by and nothing of the key', async () => {
  const response = await createRelay(client)(post({ query: 'Why?', metadata: { admin: 'yes' }, extra: 1 }))
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  expect(response.headers.get('x-research-resumable')).toBe('true')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(JSON.stringify([...response.headers])).not.toContain(testApiKey())
  expect((await readResearchStream(response).result()).citations.length).toBeGreaterThan(0)
  expect(mock.requests[0]?.body).toEqual({ query: 'Why?' })
})

it('a relay by hand has the headers that keep a stream from being buffered or compressed', async () => {
  const response = (await client.stream({ query: 'Why?' })).toResponse({ status: 200, headers: { 'x-of': 'the page' } })
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...streamHeaders, 'x-of': 'the page' })
  expect(streamHeaders).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/),
    'cache-control': expect.stringContaining('no-transform'),
    'x-accel-buffering': 'no',
  })
  expect((await readResearchStream(response).result()).citations.length).toBeGreaterThan(0)
})

it('goes on with a research by its id', async () => {
  const relay = createRelay(client)
  const first = await relay(post())
  const all = await eventsOf(first)
  const headers = { 'x-research-resume': first.headers.get('x-request-id') ?? '', 'last-event-id': '3' }
  const rest = await eventsOf(await relay(request({ method: 'POST', headers })))
  expect(rest).toEqual(all.slice(3))
})

it('a page that leaves does not end its research, and a worker waits for it', async () => {
  mock.use(resumable({ of: answer({ everyMs: 5 }), tornAfter: [] }))
  const work: Promise<void>[] = []
  const response = await createRelay(client, { waitUntil: (promise) => work.push(promise) })(post())
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await Promise.all(work)
  expect(mock.requests.map(({ method, outcome }) => [method, outcome])).toEqual([['POST', 'completed']])
})

/** A client whose stream has an event whenever the test says so. */
function scripted() {
  const log: unknown[] = []
  let source: ReadableStreamDefaultController<Uint8Array> | undefined
  const relayed = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller
    },
  })
  const client: RelayClient = {
    stream: async (params, options) => {
      log.push(params, options)
      return { response: new Response(null), toReadableStream: () => relayed }
    },
    resume: async (id, { after }) => {
      log.push([id, after])
      return { response: new Response(null), toReadableStream: () => relayed }
    },
    cancel: async (which) => void log.push(which),
  }
  return {
    client,
    log,
    say: (text: string) => source?.enqueue(new TextEncoder().encode(text)),
    close: () => source?.close(),
    fail: () => source?.error(new Error('torn')),
  }
}

it('ends for the page as the stream does, and nothing is left to wait for', async () => {
  for (const [how, end] of [
    ['close', [{ status: 'fulfilled', value: { done: true, value: undefined } }]],
    ['fail', [{ status: 'rejected', reason: new Error('torn') }]],
  ] as const) {
    const upstream = scripted()
    const work: Promise<void>[] = []
    const response = await createRelay(upstream.client, { waitUntil: (promise) => work.push(promise) })(post())
    const reader = response.body?.getReader()
    upstream.say('data: 1\n\n')
    await reader?.read()
    upstream[how]()
    expect(await Promise.allSettled([reader?.read()])).toEqual(end)
    await Promise.all(work)
  }
})

describe('a page that leaves while the next event is awaited', () => {
  it.each(['close', 'fail'] as const)('the work lasts until the research is over (%s)', async (how) => {
    const upstream = scripted()
    const work: Promise<void>[] = []
    let isOver = false
    const waitUntil = (promise: Promise<void>) => {
      const done = promise.then(() => {
        isOver = true
      })
      work.push(done)
    }
    const relay = createRelay(upstream.client, { waitUntil })
    const reader = (await relay(post())).body?.getReader()
    const first = reader?.read()
    upstream.say('data: 1\n\n')
    await first
    // A server has always asked for the next bytes.
    const pending = reader?.read()
    await new Promise((resolve) => setImmediate(resolve))
    await reader?.cancel()
    upstream.say('data: 2\n\n')
    upstream.say('data: 3\n\n')
    await pending
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    upstream[how]()
    await Promise.all(work)
    expect(isOver).toBe(true)
  })
})

it('says that it is alive while the research is silent, and loses nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const upstream = scripted()
  const reader = (await createRelay(upstream.client)(post())).body?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)
  const quiet = read()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await quiet).toBe(': keep-alive\n\n')
  upstream.say('data: 1\n\n')
  expect(await read()).toBe('data: 1\n\n')
})

it('makes its client at the first request, because a build has no key', async () => {
  const upstream = scripted()
  let made = 0
  const relay = createRelay(() => {
    made += 1
    return upstream.client
  })
  expect(made).toBe(0)
  await relay(post())
  await relay(request({ method: 'DELETE' }, 'http://page.test/api?id=req_1'))
  expect(made).toBe(1)
  const without = createRelay(() => new DeepResearch({ apiKey: '', baseURL: mock.url }))
  expect((await without(post())).status).toBe(500)
})

it('passes on the key of the page’s question, for a question and for its end', async () => {
  const upstream = scripted()
  const relay = createRelay(upstream.client, { idempotencyKey: (_, key) => `user-7:${key}` })
  const headers = { 'idempotency-key': 'page-1' }
  await relay(post({ query: 'Why?' }, headers))
  expect((await relay(request({ method: 'DELETE', headers }))).status).toBe(204)
  expect(upstream.log).toEqual([
    { query: 'Why?' },
    { idempotencyKey: 'user-7:page-1', detached: true },
    { idempotencyKey: 'user-7:page-1' },
  ])
  mock.use(resumable({ of: stalled({ after: 1 }), tornAfter: [] }))
  const twice = await Promise.all([1, 2].map(() => createRelay(client)(post({ query: 'Why?' }, headers))))
  expect(new Set(twice.map((response) => response.headers.get('x-request-id'))).size).toBe(1)
})

it('cancels by id', async () => {
  mock.use(resumable({ of: stalled({ after: 1 }), tornAfter: [] }))
  const relay = createRelay(client)
  const id = (await relay(post())).headers.get('x-request-id')
  const url = `http://page.test/api/research?id=${id}`
  expect((await relay(request({ method: 'DELETE' }, url))).status).toBe(204)
  expect((await client.retrieve(id ?? '')).status).toBe('cancelled')
})

it.each([
  ['a busy account', httpError('RATE_LIMIT_EXCEEDED', { retryAfter: 9 }), 429],
  ['a refused key', httpError('INVALID_API_KEY'), 502],
])('%s reaches the page as what it may know', async (_, scenario, status) => {
  mock.use(scenario)
  const response = await createRelay(client)(post())
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe(status === 429 ? '9' : null)
})

it('a failure is the last event', async () => {
  mock.use(failed({ after: 1 }))
  await expect(readResearchStream(await createRelay(client)(post())).result()).rejects.toHaveProperty(
    'name',
    'ResearchFailedError',
  )
})

it('authorize is asked with the id, and its refusal is the answer', async () => {
  const asked: (string | undefined)[] = []
  const relay = createRelay(client, {
    authorize: (_, id) => {
      asked.push(id)
      return id === undefined ? undefined : new Response(null, { status: 403 })
    },
  })
  await relay(post())
  const headers = { 'x-research-resume': 'req_1' }
  expect((await relay(request({ method: 'POST', headers }))).status).toBe(403)
  expect((await relay(request({ method: 'DELETE' }, 'http://page.test/api?id=req_2'))).status).toBe(403)
  expect(asked).toEqual([undefined, 'req_1', 'req_2'])
})

it('params are the relay’s to choose; what is no request is refused before it is sent', async () => {
  const relay = createRelay(client, {
    params: async (asked) => ({ query: await asked.text(), reasoning_level: 'low' }),
  })
  await relay(request({ method: 'POST', body: 'Tea?' }))
  expect(mock.requests[0]?.body).toEqual({ query: 'Tea?', reasoning_level: 'low' })
  expect((await createRelay(client)(request({ method: 'POST', body: '{' }))).status).toBe(400)
  expect((await createRelay(client)(post({}))).status).toBe(400)
  expect((await createRelay(client)(request())).status).toBe(404)
  expect((await createRelay(client)(request({ method: 'DELETE' }))).status).toBe(404)
})

describe('what a page asks for', () => {
  it.each<[string, RequestInit]>([
    ['GET', {}],
    ['PUT with a key', { method: 'PUT', headers: { 'idempotency-key': 'k' } }],
    ['DELETE of nothing', { method: 'DELETE' }],
  ])('%s is not found', async (_, init) => {
    const upstream = scripted()
    const response = await createRelay(upstream.client)(request(init))
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ error: { type: 'not_found_error', code: 'NOT_FOUND' } })
    expect(upstream.log).toEqual([])
  })

  it.each(['-1', '1.5', 'x', '', '9007199254740993'])('the place %j is the beginning', async (place) => {
    const upstream = scripted()
    const headers = { 'x-research-resume': 'req_1', 'last-event-id': place }
    await createRelay(upstream.client)(request({ method: 'POST', headers }))
    expect(upstream.log).toEqual([['req_1', 0]])
  })

  it('is resumable only where the service says so', async () => {
    const response = await createRelay(scripted().client)(post())
    expect(response.headers.get('x-research-resumable')).toBeNull()
  })

  it('has the name that the relay makes of the page’s own, and none without', async () => {
    const upstream = scripted()
    const relay = createRelay(upstream.client, { idempotencyKey: (_, key) => `ada:${key}` })
    await relay(post({ query: 'Why?' }, { 'idempotency-key': 'k' }))
    await relay(post())
    expect(upstream.log.filter((_, index) => index % 2 === 1)).toEqual([
      { idempotencyKey: 'ada:k', detached: true },
      { idempotencyKey: undefined, detached: true },
    ])
  })

  it('is cancelled by its id where it has one, else by its name', async () => {
    const upstream = scripted()
    const relay = createRelay(upstream.client)
    const init = { method: 'DELETE', headers: { 'idempotency-key': 'k' } }
    expect((await relay(request(init, 'http://page.test/api?id=req_1'))).status).toBe(204)
    await relay(request(init))
    expect(upstream.log).toEqual(['req_1', { idempotencyKey: 'k' }])
  })
})
