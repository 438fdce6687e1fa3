import { answer, mockResearch, resumable, slow, testApiKey } from '@deep-research/mock'
import { startMockServer } from '@deep-research/mock/node'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }))
afterAll(() => server.close())

const KEY = { 'x-api-key': testApiKey() }
const DETACHED = { 'x-research-detached': 'true' }

interface Where {
  readonly url: string
  use(scenario: ReturnType<typeof resumable>): void
}

/** Both ways to reach a mock. */
const WAYS: Record<string, (test: (mock: Where) => Promise<void>) => Promise<void>> = {
  async msw(run) {
    using research = mockResearch(server)
    await run({ url: 'https://research.example', use: research.use })
  },
  async port(run) {
    await using mock = await startMockServer()
    await run(mock)
  },
}

const post = ({ url }: Where, headers: Record<string, string>, signal?: AbortSignal) =>
  fetch(`${url}/v1/research`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', ...headers },
    body: '{"query":"Why?"}',
    ...(signal && { signal }),
  })

const retrieve = async ({ url }: Where, id: string) => {
  const response = await fetch(`${url}/v1/research/${id}`, { headers: KEY })
  const { status } = (await response.json()) as { status: string }
  return { status, retryAfter: response.headers.get('retry-after') }
}

const idOf = (response: Response) => response.headers.get('x-request-id') ?? ''

/** Begins research and leaves it when its first bytes have come. */
async function leave(mock: Where, headers: Record<string, string>): Promise<Response> {
  const left = new AbortController()
  const response = await post(mock, headers, left.signal)
  await response.body?.getReader().read()
  left.abort()
  return response
}

describe.each(Object.keys(WAYS))('through %s', (way) => {
  const withMock = (run: (mock: Where) => Promise<void>) => async () => WAYS[way]?.(run)
  const paced = () => resumable({ of: slow({ everyMs: 5 }), tornAfter: [] })

  test(
    'detached research goes on without a reader, and is told to be asked for again meanwhile',
    withMock(async (mock) => {
      mock.use(paced())
      const response = await leave(mock, DETACHED)
      expect(response.headers.get('x-research-detached')).toBe('true')
      expect(await retrieve(mock, idOf(response))).toEqual({ status: 'running', retryAfter: '1' })
      await expect.poll(() => retrieve(mock, idOf(response))).toEqual({ status: 'completed', retryAfter: null })
    }),
  )

  test(
    'a resume detaches too',
    withMock(async (mock) => {
      mock.use(paced())
      const first = await leave(mock, {})
      expect(first.headers.get('x-research-detached')).toBeNull()
      await expect.poll(() => retrieve(mock, idOf(first))).toMatchObject({ status: 'cancelled' })
      const second = await leave(mock, { ...DETACHED, 'x-research-resume': idOf(first), 'last-event-id': '1' })
      expect(second.headers.get('x-research-detached')).toBe('true')
      await expect.poll(() => retrieve(mock, idOf(first))).toMatchObject({ status: 'completed' })
    }),
  )

  test(
    'research that cannot be resumed cannot be detached either',
    withMock(async (mock) => {
      mock.use(slow({ of: answer(), everyMs: 5 }))
      const response = await leave(mock, DETACHED)
      expect(response.headers.get('x-research-detached')).toBeNull()
      await expect.poll(() => retrieve(mock, idOf(response))).toMatchObject({ status: 'cancelled' })
    }),
  )

  test(
    'a DELETE ends it all the same',
    withMock(async (mock) => {
      mock.use(resumable({ of: slow({ everyMs: 60_000 }), tornAfter: [] }))
      const left = new AbortController()
      const response = await post(mock, DETACHED, left.signal)
      await fetch(`${mock.url}/v1/research/${idOf(response)}`, { method: 'DELETE', headers: KEY })
      expect(await retrieve(mock, idOf(response))).toMatchObject({ status: 'cancelled' })
      left.abort()
    }),
  )
})
