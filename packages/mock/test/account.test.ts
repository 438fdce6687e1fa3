import {
  answer,
  createMockAccount,
  failed,
  httpError,
  mockResearch,
  resumable,
  type StatefulAccount,
  slow,
  testApiKey,
} from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { API, ask, readAll } from './read-stream.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

function pro(options: { addedCredits?: number; freeCredits?: number; expectedMs?: number } = {}): StatefulAccount {
  return createMockAccount({ keys: [testApiKey()], tier: 'pro', ...options })
}

test('three at once on Pro; the fourth gets 429 and succeeds after Retry-After', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const account = pro({ expectedMs: 6000 })
  const events = 10
  const research = mockResearch(server, {
    account,
    scenario: slow({ everyMs: 600, of: answer({ answer: 'x'.repeat(9), deltaLength: 1 }) }),
  })
  const running = Promise.all([ask(), ask(), ask()].map((asking) => asking.then(readAll)))
  while (account.inFlight < 3) await turn()
  const fourth = await ask()
  expect(fourth.status).toBe(429)
  expect(account.balance).toBe(300 - 45)
  const seconds = Number(fourth.headers.get('retry-after'))
  expect(seconds).toBe((events * 600) / 1000)
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  expect(account.inFlight).toBe(0)
  const again = await ask()
  expect(again.status).toBe(200)
  expect((await running).map(({ text }) => text.includes('[DONE]'))).toEqual([true, true, true])
  await again.body?.cancel()
  expect(research.requests.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200])
})

/** Lets the event loop go round once, while fake time stands still. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('401 for keys that the account does not have, and for one that was revoked', async () => {
  const account = pro()
  mockResearch(server, { account })
  expect((await ask({}, { headers: { 'x-api-key': testApiKey(1) } })).status).toBe(401)
  expect((await ask()).status).toBe(200)
  account.revokeKey(testApiKey())
  expect((await ask()).status).toBe(401)
})

test('402 until credits are added; what is refused costs nothing', async () => {
  const account = pro({ freeCredits: 15 })
  const research = mockResearch(server, { account })
  await (await ask()).text()
  expect(account.balance).toBe(0)
  const refused = await ask()
  expect(refused.status).toBe(402)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(27 * 86_400)
  account.addCredits(10)
  research.next(httpError('PROXY_ERROR'))
  expect((await ask({ reasoning_level: 'low' })).status).toBe(502)
  expect((await ask({ reasoning_level: 'max' })).status).toBe(400)
  expect(account.balance).toBe(10)
  await (await ask({ reasoning_level: 'low' })).text()
  expect(account.balance).toBe(0)
})

test('a failure of the service is refunded; a client that leaves pays', async () => {
  const account = pro()
  const research = mockResearch(server, { account, scenario: answer({ everyMs: 60_000 }) })
  research.next(failed())
  await (await ask()).text()
  expect(account.balance).toBe(300)
  const response = await ask()
  expect(account.inFlight).toBe(1)
  await response.body?.cancel()
  await expect.poll(() => account.inFlight).toBe(0)
  expect(account.balance).toBe(285)
})

test('resuming, and repeating an Idempotency-Key, charge nothing more', async () => {
  const account = pro()
  mockResearch(server, { account, scenario: resumable({ tornAfter: [2] }) })
  const headers = { 'idempotency-key': 'once' }
  const first = await ask({}, { headers })
  await readAll(first)
  const id = first.headers.get('x-request-id') ?? ''
  const resumed = await ask({}, { headers: { 'x-research-resume': id, 'last-event-id': '2' } })
  expect((await readAll(resumed)).text).toContain('[DONE]')
  expect((await readAll(await ask({}, { headers }))).text).toContain('[DONE]')
  expect(account.balance).toBe(285)
})

test("a request is the account's: another key of it resumes, repeats and cancels it", async () => {
  const other = { 'x-api-key': testApiKey(1) }
  const account = createMockAccount({ keys: [testApiKey(), testApiKey(1)], tier: 'pro' })
  mockResearch(server, { account, scenario: resumable({ tornAfter: [2] }) })
  const headers = { 'idempotency-key': 'once' }
  const first = await ask({}, { headers })
  await readAll(first)
  const id = first.headers.get('x-request-id') ?? ''
  const resumed = await ask({}, { headers: { ...other, 'x-research-resume': id, 'last-event-id': '2' } })
  expect((await readAll(resumed)).text).toContain('[DONE]')
  expect((await ask({}, { headers: { ...other, ...headers } })).headers.get('x-request-id')).toBe(id)
  expect((await fetch(`${API}/v1/research/${id}`, { method: 'DELETE', headers: other })).status).toBe(204)
  expect(account.balance).toBe(285)
})

test('cancelling frees the slot at once', async () => {
  const account = pro()
  const research = mockResearch(server, { account, scenario: answer({ everyMs: 60_000 }) })
  const response = await ask()
  const reading = readAll(response)
  const url = `${API}/v1/research/${response.headers.get('x-request-id')}`
  expect((await fetch(url, { method: 'DELETE', headers: { 'x-api-key': testApiKey() } })).status).toBe(204)
  await expect.poll(() => account.inFlight).toBe(0)
  expect((await reading).error).toBeInstanceOf(TypeError)
  expect(research.requests[0]?.outcome).toBe('left')
})
