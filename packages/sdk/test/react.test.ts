import { answer, failed, httpError, resumable, slow, stalled, testApiKey } from '@deep-research/mock'
import { type MockServer, startMockServer } from '@deep-research/mock/node'
import { Window } from 'happy-dom'
import { Activity, act, type ComponentType, createElement, type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { DeepResearch } from '../src/index.ts'
import {
  createResearchStore,
  type ResearchStoreOptions,
  type UseResearch,
  type UseResearchOptions,
  useResearch,
} from '../src/react/index.ts'
import { createRelay } from '../src/relay/index.ts'

let mock: MockServer
let relay: (request: Request) => Promise<Response>
beforeAll(async () => {
  mock = await startMockServer()
  relay = createRelay(
    new DeepResearch({ apiKey: testApiKey(), baseURL: mock.url, retry: { limit: 0 }, resume: { limit: 0 } }),
  )
  const window = new Window()
  for (const [name, value] of Object.entries({ window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true })) {
    vi.stubGlobal(name, value)
  }
})
beforeEach(() => mock.use(resumable({ of: answer({ everyMs: 1 }), tornAfter: [] })))
afterEach(() => mock.reset())
afterAll(async () => {
  vi.unstubAllGlobals()
  await mock.close()
})

/** A page's network: it loses the first connections behind so many bytes. */
function network(...losses: readonly number[]): typeof fetch {
  const left = [...losses]
  return async (input, init) => {
    const response = await relay(new Request(new URL(String(input), 'http://page.test'), init))
    const bytes = left.shift()
    if (bytes === undefined || response.body === null) return response
    let read = 0
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.length
        controller.enqueue(chunk)
        if (read > bytes) controller.error(new TypeError('network error'))
      },
    })
    return new Response(response.body.pipeThrough(cut), response)
  }
}

const options = (more: Partial<ResearchStoreOptions> = {}): ResearchStoreOptions => ({
  api: '/api/research',
  fetch: network(),
  resume: { delayMs: 0 },
  ...more,
})

function Page({ given, onRender }: { given: UseResearchOptions; onRender: (state: UseResearch) => void }): ReactNode {
  const research = useResearch(given)
  onRender(research)
  return createElement('p', null, `${research.status}: ${research.text}`)
}

/** Asks as soon as it appears. */
function Asking({ given, onRender }: { given: UseResearchOptions; onRender: (state: UseResearch) => void }): ReactNode {
  const research = useResearch(given)
  const { ask } = research
  onRender(research)
  useEffect(() => void ask({ query: 'Why?' }), [ask])
  return null
}

/** Its type demands that children are a property. */
const Shown = Activity as unknown as ComponentType<{ mode: 'visible' | 'hidden'; children?: ReactNode }>

async function render(given: UseResearchOptions): Promise<{ now(): UseResearch; shown(): string; root: Root }> {
  let current: UseResearch | undefined
  const element = document.createElement('div')
  const root = createRoot(element)
  const onRender = (state: UseResearch) => {
    current = state
  }
  await act(async () => root.render(createElement(StrictMode, null, createElement(Page, { given, onRender }))))
  return {
    now() {
      if (current === undefined) throw new Error('The page was not rendered.')
      return current
    },
    shown: () => element.textContent ?? '',
    root,
  }
}

it('renders the answer while it is written, and its result at the end', async () => {
  const { now, shown } = await render(options())
  expect(shown()).toBe('idle: ')
  const options_ = { include_thinking: true, include_tool_calls: true }
  await act(() => now().ask({ query: 'Why?', options: options_ }))
  const { result, thinking, toolCalls, error, id, position } = now()
  expect(shown()).toBe(`completed: ${result?.answer_clean}`)
  expect([thinking.length > 0, toolCalls.map(({ record }) => record?.status), error]).toEqual([
    true,
    ['ok', 'error'],
    undefined,
  ])
  expect(id).toMatch(/^req_/)
  expect(position).toBeGreaterThan(10)
})

it('takes a lost connection up again, and loses or repeats nothing', async () => {
  const { now } = await render(options({ fetch: network(900, 1400) }))
  const seen = new Set<string>()
  const watch = setInterval(() => seen.add(now().text))
  await act(() => now().ask({ query: 'Why?' }))
  clearInterval(watch)
  expect(now().status).toBe('completed')
  expect(now().text).toBe(now().result?.answer_clean)
  expect([...seen].every((text) => now().text.startsWith(text))).toBe(true)
  const resumes = mock.requests.filter(({ headers }) => 'x-research-resume' in headers)
  expect(resumes.length).toBeGreaterThanOrEqual(2)
})

it('gives up after resume.limit as interrupted, and resume() goes on', async () => {
  const { now } = await render(options({ fetch: network(900), resume: { limit: 0 } }))
  await act(() => now().ask({ query: 'Why?' }))
  expect([now().status, now().error?.name]).toEqual(['interrupted', 'StreamInterruptedError'])
  await act(() => now().resume())
  expect([now().status, now().error]).toEqual(['completed', undefined])
})

it('another page goes on by the id', async () => {
  const first = await render(options())
  await act(() => first.now().ask({ query: 'Why?' }))
  const second = await render(options())
  await act(() => second.now().resume(first.now().id))
  expect(second.now().result).toEqual(first.now().result)
})

it('abort() cancels at the service; a component that goes away leaves its research running', async () => {
  mock.use(resumable({ of: stalled({ after: 2 }), tornAfter: [] }))
  const { now, root } = await render(options())
  await act(async () => {
    void now().ask({ query: 'Why?' })
    await expect.poll(() => now().position).toBe(2)
    now().abort()
  })
  expect(now().status).toBe('cancelled')
  await expect.poll(() => mock.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  mock.use(resumable({ of: slow({ everyMs: 5 }), tornAfter: [] }))
  await act(async () => {
    void now().ask({ query: 'Why?' })
    await expect.poll(() => now().position).toBeGreaterThan(0)
    root.unmount()
  })
  await expect.poll(() => mock.requests.at(-1)?.outcome).toBe('completed')
  expect(mock.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

it('goes on where it was when <Activity> shows it again', async () => {
  mock.use(resumable({ of: slow({ everyMs: 5 }), tornAfter: [] }))
  let current: UseResearch | undefined
  const given = options()
  const onRender = (state: UseResearch) => {
    current = state
  }
  const root = createRoot(document.createElement('div'))
  const show = (mode: 'visible' | 'hidden') =>
    act(async () => root.render(createElement(Shown, { mode }, createElement(Page, { given, onRender }))))
  await show('visible')
  await act(async () => {
    void current?.ask({ query: 'Why?' })
    await expect.poll(() => mock.requests.length).toBe(1)
    await expect.poll(() => current?.position ?? 0).toBeGreaterThan(1)
  })
  await show('hidden')
  await show('visible')
  await act(async () => {
    await expect.poll(() => current?.status, { timeout: 5_000 }).toBe('completed')
  })
  expect(current?.text).toBe(current?.result?.answer_clean)
  expect(mock.requests.map(({ headers }) => 'x-research-resume' in headers)).toEqual([false, true])
  await act(async () => root.unmount())
})

it('an effect that asks is charged once under StrictMode', async () => {
  let current: UseResearch | undefined
  const given = options()
  const onRender = (state: UseResearch) => {
    current = state
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(createElement(StrictMode, null, createElement(Asking, { given, onRender }))))
  await act(async () => {
    await expect.poll(() => current?.status, { timeout: 5_000 }).toBe('completed')
  })
  expect(new Set(mock.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  await act(async () => root.unmount())
})

it('comes back to a research when it appears, and uses the headers of the latest rendering', async () => {
  const first = await render(options())
  await act(() => first.now().ask({ query: 'Why?' }))
  const finished: string[] = []
  const onFinish = () => finished.push('finished')
  const second = await render({ ...options({ onFinish }), resumeId: first.now().id })
  await act(async () => {
    await expect.poll(() => second.now().status, { timeout: 5_000 }).toBe('completed')
  })
  expect(second.now().result).toEqual(first.now().result)
  await expect.poll(() => finished).toEqual(['finished'])
  expect(
    mock.requests.filter(({ method, headers }) => method === 'POST' && !('x-research-resume' in headers)),
  ).toHaveLength(1)
})

it.each([
  ['a refusal', httpError('RATE_LIMIT_EXCEEDED', { retryAfter: 7 }), 'RateLimitError'],
  ['a failure', failed({ after: 2 }), 'ResearchFailedError'],
])('%s is an error, and is not tried again', async (_, scenario, name) => {
  mock.use(scenario)
  const { now } = await render(options())
  await act(() => now().ask({ query: 'Why?' }))
  expect([now().status, now().error?.name, mock.requests.length]).toEqual(['failed', name, 1])
})

it('a relay that is not there is an error', async () => {
  const store = createResearchStore(options({ fetch: () => Promise.reject(new TypeError('fetch failed')) }))
  await store.ask({ query: 'Why?' })
  expect(store.get()).toMatchObject({ status: 'failed', error: { message: 'fetch failed' } })
})

it('a second question leaves the first', async () => {
  mock.next(resumable({ of: stalled({ after: 2 }), tornAfter: [] }))
  const store = createResearchStore(options())
  const first = store.ask({ query: 'First?' })
  await expect.poll(() => store.get().position).toBe(2)
  await store.ask({ query: 'Second?' })
  await first
  expect(store.get().status).toBe('completed')
})
