import { answer, httpError, resumable, slow, stalled, testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DeepResearch } from '../src/index.ts'
import { createResearchStore, type ResearchState, type ResearchStoreOptions } from '../src/react/index.ts'
import { createRelay } from '../src/relay/index.ts'
import { COMPLETED, delta, envelope, frames, HEAD } from './wire.ts'

let mock: MockServer
let relay: (request: Request) => Promise<Response>
beforeAll(async () => {
  mock = await startMockServer()
  relay = createRelay(
    new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url, retry: { limit: 0 }, resume: { limit: 0 } }),
  )
})
beforeEach(() => mock.use(resumable({ of: answer({ everyMs: 1 }), tornAfter: [] })))
afterEach(() => mock.reset())
afterAll(() => mock.close())

type Page = typeof globalThis.fetch
const toRelay: Page = (input, init) => relay(new Request(new URL(String(input), 'http://page.test'), init))
const options = (fetch: Page = toRelay, more: Partial<ResearchStoreOptions> = {}): ResearchStoreOptions => ({
  api: '/api/research',
  fetch,
  resume: { delayMs: 0 },
  ...more,
})
const EVENTS = ['0', '1', '2', '3', '4'].map((text, index) => delta(text, index))
const RESUMABLE = { ...HEAD, 'x-research-resumable': 'true' }

/** A relay that sends one more event over each connection, and then loses it; it ends with the last one. */
function oneByOne(opened: string[]): Page {
  return async (_, init) => {
    const from = Number(new Headers(init?.headers).get('last-event-id') ?? 0)
    opened.push(String(from))
    const text = from < EVENTS.length ? frames(EVENTS[from]) : frames(envelope('research.later', {}), COMPLETED)
    return new Response(text, { headers: RESUMABLE })
  }
}

describe('there is one loop, whatever is called when', () => {
  it('resume() while the store waits to reconnect', async () => {
    const opened: string[] = []
    const store = createResearchStore(options(oneByOne(opened), { resume: { delayMs: 50 } }))
    const texts = new Set<string>()
    let pressed = 0
    store.subscribe(() => {
      const { status, text } = store.get()
      texts.add(text)
      if (status === 'interrupted' && pressed < 6) {
        pressed += 2
        void store.resume()
        void store.resume()
      }
    })
    await store.ask({ query: 'Why?' })
    expect(opened).toEqual(['0', '1', '2', '3', '4', '5'])
    expect([...texts].slice(0, 6)).toEqual(['', '0', '01', '012', '0123', '01234'])
    expect(store.get()).toMatchObject({ status: 'completed', position: 7 })
  })

  it('ask() twice, as by a double click', async () => {
    const store = createResearchStore(options())
    await Promise.all([store.ask({ query: 'Why?' }), store.ask({ query: 'Why?' })])
    expect(store.get().status).toBe('completed')
    expect(mock.requests.map(({ method }) => method)).toEqual(['POST'])
    await store.ask({ query: 'Why?' })
    expect(mock.requests).toHaveLength(2)
  })

  it('leave(), and ask() or resume() in the same turn, as StrictMode does', async () => {
    const store = createResearchStore(options())
    const first = store.ask({ query: 'Why?' })
    store.leave()
    const second = store.ask({ query: 'Why?' })
    await Promise.all([first, second])
    expect(store.get().status).toBe('completed')
    const keys = new Set(mock.requests.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(1)
    expect(store.get().text).toBe(store.get().result?.answer_clean)
  })
})

describe('a lost connection', () => {
  const pages = [new Response('<html>', { status: 502 }), new Response('', { status: 503 }), new Response('<html>')]

  it('is resumed through the pages of a gateway and refused connections', async () => {
    const opened: string[] = []
    const good = oneByOne(opened)
    let calls = 0
    const store = createResearchStore(
      options(async (input, init) => {
        calls += 1
        if (calls === 2) throw new TypeError('Failed to fetch')
        const page = calls > 2 ? pages.shift() : undefined
        return page ?? good(input, init)
      }),
    )
    await store.ask({ query: 'Why?' })
    expect(store.get().status).toBe('completed')
    expect(opened).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  it('is given up after a time without any, not after a number of tries', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let calls = 0
    const errors: Error[] = []
    const fetch: Page = async () => {
      calls += 1
      if (calls === 1) return new Response(frames(EVENTS[0]), { headers: RESUMABLE })
      throw new TypeError('Failed to fetch')
    }
    const store = createResearchStore(options(fetch, { resume: {}, onError: (error) => errors.push(error) }))
    const over = store.ask({ query: 'Why?' })
    await vi.advanceTimersByTimeAsync(59_000)
    expect([store.get().status, errors.length]).toEqual(['interrupted', 0])
    await vi.advanceTimersByTimeAsync(2_000)
    await over
    expect(calls).toBeGreaterThan(8)
    expect([store.get().status, errors.map(({ message }) => message)]).toEqual(['interrupted', ['Failed to fetch']])
  })

  it('waits for the network as long as the browser says that there is none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const page = Object.assign(new EventTarget(), { document: undefined })
    vi.stubGlobal('window', page)
    vi.stubGlobal('navigator', { onLine: false })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
    let calls = 0
    const fetch: Page = async () => {
      calls += 1
      if (calls === 1) return new Response(frames(EVENTS[0]), { headers: RESUMABLE })
      if (!navigator.onLine) throw new TypeError('Failed to fetch')
      return new Response(frames(COMPLETED), { headers: RESUMABLE })
    }
    const store = createResearchStore(options(fetch, { resume: {} }))
    const over = store.ask({ query: 'Why?' })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls).toBe(1)
    vi.stubGlobal('navigator', { onLine: true })
    page.dispatchEvent(new Event('online'))
    await over
    expect(store.get().status).toBe('completed')
  })
})

describe('abort() before the service has answered', () => {
  it('cancels by the key, and by the id as soon as it is known', async () => {
    mock.use(resumable({ of: stalled({ after: 1 }), tornAfter: [] }))
    const sent: [string, string | null][] = []
    const head = Promise.withResolvers<void>()
    const fetch: Page = async (input, init) => {
      sent.push([init?.method ?? '', String(input)])
      const response = await toRelay(input, init)
      if (init?.method === 'POST') await head.promise
      return response
    }
    const store = createResearchStore(options(fetch))
    const over = store.ask({ query: 'Why?' })
    await expect.poll(() => mock.requests.length).toBe(1)
    store.abort()
    expect(store.get().status).toBe('cancelled')
    await expect.poll(() => mock.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
    head.resolve()
    await over
    await expect.poll(() => sent.map(([method]) => method)).toEqual(['POST', 'DELETE', 'DELETE'])
    expect(sent[2]?.[1]).toMatch(/id=req_/)
    await expect.poll(() => mock.requests.length).toBe(3)
    expect(store.get()).toMatchObject({ status: 'cancelled', position: 0 })
  })
})

describe('one question is charged once', () => {
  it('asked again after its answer was lost', async () => {
    let isLost = true
    const fetch: Page = async (input, init) => {
      const response = await toRelay(input, init)
      if (!isLost) return response
      isLost = false
      throw new TypeError('Failed to fetch')
    }
    const store = createResearchStore(options(fetch))
    await store.ask({ query: 'Why?' })
    expect(store.get().status).toBe('failed')
    await store.ask({ query: 'Why?' })
    expect(store.get().status).toBe('completed')
    const keys = mock.requests.map(({ headers }) => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('but not after a refusal, nor under another key', async () => {
    mock.use(httpError('INSUFFICIENT_CREDITS'))
    const store = createResearchStore(options())
    await store.ask({ query: 'Why?' })
    await store.ask({ query: 'Why?' })
    mock.use(resumable({ of: slow({ everyMs: 5 }), tornAfter: [] }))
    void store.ask({ query: 'Why?' }, { idempotencyKey: 'mine' })
    void store.ask({ query: 'Why?' }, { idempotencyKey: 'other' })
    await expect.poll(() => mock.requests.length).toBe(4)
    const keys = mock.requests.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(4)
    expect(keys.slice(2)).toEqual(['mine', 'other'])
    store.abort()
  })
})

it('leave() leaves it interrupted, and resume() goes on where it was', async () => {
  mock.use(resumable({ of: slow({ everyMs: 5 }), tornAfter: [] }))
  const store = createResearchStore(options())
  const first = store.ask({ query: 'Why?' })
  await expect.poll(() => store.get().position).toBeGreaterThan(1)
  store.leave()
  await first
  const { position, status } = store.get()
  expect(status).toBe('interrupted')
  await store.resume()
  expect(store.get().status).toBe('completed')
  expect(mock.requests.at(-1)?.headers['last-event-id']).toBe(String(position))
})

it('takes fresh headers for each request, and credentials', async () => {
  const sent: [string | null, string | undefined][] = []
  let token = 0
  const good = oneByOne([])
  const fetch: Page = (input, init) => {
    sent.push([new Headers(init?.headers).get('authorization'), init?.credentials])
    return good(input, init)
  }
  const headers = async () => {
    token += 1
    return { authorization: `Bearer ${token}` }
  }
  await createResearchStore(options(fetch, { headers, credentials: 'include' })).ask({ query: 'Why?' })
  expect(sent.slice(0, 2)).toEqual([
    ['Bearer 1', 'include'],
    ['Bearer 2', 'include'],
  ])
})

it('tells its end to onFinish or onError, which cannot disturb it', async () => {
  const told: unknown[] = []
  const listeners = { onFinish: () => told.push('finish'), onError: (error: Error) => told.push(error.name) }
  await createResearchStore(options(toRelay, listeners)).ask({ query: 'Why?' })
  mock.use(httpError('INSUFFICIENT_CREDITS'))
  await createResearchStore(options(toRelay, listeners)).ask({ query: 'Why?' })
  await Promise.resolve()
  expect(told).toEqual(['finish', 'InsufficientCreditsError'])
})

it('takes an error of another realm for one, with its cause', async () => {
  const { runInNewContext } = await import('node:vm')
  const error = runInNewContext('new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })')
  const store = createResearchStore(options(() => Promise.reject(error)))
  await store.ask({ query: 'Why?' })
  expect(store.get().error).toBe(error)
})

it('shows nothing for fields that a service names otherwise', async () => {
  const events = [
    envelope('research.thinking.delta', { text: 'Hm' }),
    envelope('research.answer.delta', { text: 'Hm' }),
    envelope('research.tool_call.started', { id: 'x' }),
    envelope('research.completed', { answer: 'So.' }),
  ]
  const fetch: Page = async () => new Response(frames(...events), { headers: HEAD })
  const store = createResearchStore(options(fetch))
  const shown: ResearchState[] = []
  store.subscribe(() => shown.push(store.get()))
  await store.ask({ query: 'Why?' })
  expect(shown.flatMap(({ text, thinking, toolCalls }) => [text, thinking, ...toolCalls]).join('')).toBe('')
  expect(store.get().status).toBe('completed')
})
