import { httpError, mockResearch, resumable, stalled } from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, eventsOf, readAll } from './read-stream.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const RELAY = 'https://page.example/api/research'
const post = (headers: Record<string, string> = {}, body: string | null = '{"query":"Why?"}') =>
  fetch(RELAY, { method: 'POST', body, headers })

test('a page is answered as by its relay: without a key, with the id to come back by', async () => {
  const research = mockResearch(server, { relay: '/api/research', scenario: resumable({ tornAfter: [2] }) })
  const first = await post()
  expect(eventsOf((await readAll(first)).text)).toHaveLength(2)
  const headers = { 'x-research-resume': first.headers.get('x-request-id') ?? '', 'last-event-id': '2' }
  expect((await readAll(await post(headers, null))).text).toContain('data: [DONE]')
  expect(research.requests.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { query: 'Why?' }],
    ['POST', undefined],
  ])
})

test('it refuses, and cancels by id', async () => {
  const research = mockResearch(server, { relay: '/api/research', scenario: stalled({ after: 1 }) })
  const running = await post()
  const url = `${RELAY}?id=${running.headers.get('x-request-id')}`
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(204)
  research.use(httpError('RATE_LIMIT_EXCEEDED', { retryAfter: 7 }))
  const refused = await post()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
})

test('the service itself still wants a key', async () => {
  mockResearch(server, { relay: '/api/research' })
  expect([(await ask()).status, (await ask({}, { headers: { 'x-api-key': '' } })).status]).toEqual([200, 401])
})
