import {
  answer,
  createInstantClock,
  createMockAccount,
  failed,
  mockResearch,
  rawResponse,
  resumable,
  type StatefulAccount,
  stalled,
  testApiKey,
  torn,
} from '@deep-research/mock'
import { type RetrievedResearch, retrievedResearchSchema } from '@deep-research/sdk/contract'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { API, ask, eventsOf, readAll } from './read-stream.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const idOf = (response: Response) => response.headers.get('x-request-id') ?? ''
const key = { 'x-api-key': testApiKey() }
const at = (path: string, method: string, headers: Record<string, string> = key) =>
  fetch(`${API}/v1/research${path}`, { method, headers })
const retrieve = async (id: string) => retrievedResearchSchema.parse(await (await at(`/${id}`, 'GET')).json())

describe('retrieval by id', () => {
  test('tells how a request stands, and its result to the letter', async () => {
    const research = mockResearch(server, { scenario: stalled({ after: 2 }) })
    const open = await ask({ reasoning_level: 'high' })
    expect(await retrieve(idOf(open))).toMatchObject({ status: 'running', reasoning_level: 'high', credits: 20 })
    await open.body?.cancel()
    await expect.poll(async () => (await retrieve(idOf(open))).status).toBe('cancelled')
    research.use(answer())
    const done = await ask({ request_id: 'mine', metadata: { job: '7' } })
    const events = eventsOf((await readAll(done)).text)
    const retrieved = await retrieve(idOf(done))
    expect(retrieved).toMatchObject({
      request_id: idOf(done),
      client_request_id: 'mine',
      status: 'completed',
      credits: 15,
    })
    expect(retrieved.result).toEqual(events.at(-1)?.data)
    expect(Date.parse(retrieved.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(retrieved.created_at))
    expect(research.requests.at(-1)).toMatchObject({ method: 'GET', status: 200, outcome: 'answered' })
  })

  test('a failure has its error, an answer that was no stream has none', async () => {
    const research = mockResearch(server)
    research.next(failed({ code: 'RESEARCH_TIMEOUT' }), rawResponse())
    const streamed = await ask()
    await readAll(streamed)
    expect(await retrieve(idOf(streamed))).toMatchObject({ status: 'failed', error: { code: 'RESEARCH_TIMEOUT' } })
    const page = await retrieve(idOf(await ask()))
    expect([page.status, page.error]).toEqual(['failed', undefined])
  })

  test('404 for what is not known, and for the key of somebody else; 401 without a key', async () => {
    mockResearch(server)
    const id = idOf(await ask())
    expect((await at('/req_nothing', 'GET')).status).toBe(404)
    expect((await at(`/${id}`, 'GET', { 'x-api-key': testApiKey(1) })).status).toBe(404)
    expect((await at(`/${id}`, 'GET', {})).status).toBe(401)
  })

  test('results are kept as long as told', async () => {
    const clock = createInstantClock()
    mockResearch(server, { clock, retentionMs: 60_000 })
    const response = await ask()
    await readAll(response)
    expect((await retrieve(idOf(response))).result).toBeDefined()
    await clock.sleep(60_000)
    expect(await retrieve(idOf(response))).toMatchObject({ status: 'completed' })
    expect((await retrieve(idOf(response))).result).toBeUndefined()
  })

  test('keep() sets what a retrieval answers', async () => {
    const research = mockResearch(server)
    const running: RetrievedResearch = {
      request_id: 'req_job',
      status: 'running',
      reasoning_level: 'low',
      credits: 10,
      created_at: '2026-01-01T00:00:00.000Z',
    }
    research.keep(running)
    expect(await retrieve('req_job')).toEqual(running)
    research.keep({ ...running, status: 'cancelled' })
    expect((await retrieve('req_job')).status).toBe('cancelled')
    research.reset()
    expect((await at('/req_job', 'GET')).status).toBe(404)
  })
})

describe('resuming', () => {
  const resume = (id: string, after: number, init: RequestInit = {}) =>
    fetch(`${API}/v1/research`, {
      method: 'POST',
      ...init,
      headers: { ...key, 'x-research-resume': id, 'last-event-id': String(after) },
    })

  test.each([
    ['no body', {}],
    ['a body that is no request', { body: '{' }],
  ])('goes on with %s', async (_, init) => {
    mockResearch(server, { scenario: resumable({ tornAfter: [2] }) })
    const first = await ask({ request_id: 'mine' })
    const begun = eventsOf((await readAll(first)).text)
    const rest = eventsOf((await readAll(await resume(idOf(first), 2, init))).text)
    expect([begun.length, rest.at(-1)?.type, rest[0]?.request_id]).toEqual([2, 'research.completed', 'mine'])
    expect(rest[0]?.data['sequence']).toBe(2)
  })

  test('a position beyond what there is gets the last event, and no bare end', async () => {
    mockResearch(server, { scenario: resumable({ tornAfter: [] }) })
    const first = await ask()
    const all = eventsOf((await readAll(first)).text)
    const beyond = (await readAll(await resume(idOf(first), 10_000))).text
    expect(eventsOf(beyond)).toEqual([all.at(-1)])
    expect(beyond).toContain('data: [DONE]')
    const known = (await readAll(await resume(idOf(first), all.length))).text
    expect(eventsOf(known)).toEqual([])
  })

  test('once the window is over the last event alone is left, and nothing once the result is gone', async () => {
    const clock = createInstantClock()
    mockResearch(server, { clock, scenario: resumable({ tornAfter: [] }), retentionMs: 3_600_000 })
    const first = await ask()
    const all = eventsOf((await readAll(first)).text)
    await clock.sleep(600_000)
    const rest = eventsOf((await readAll(await resume(idOf(first), 0))).text)
    expect(rest.map(({ type, data }) => [type, data])).toEqual([['research.completed', all.at(-1)?.data]])
    await clock.sleep(3_000_000)
    expect((await resume(idOf(first), 0)).status).toBe(404)
  })

  test('a service that restarted says so to whoever resumes, and gives the credits back', async () => {
    const account = createMockAccount({ keys: [testApiKey()] })
    const scenario = resumable({ tornAfter: [2], of: failed({ after: 2, code: 'SERVER_RESTARTED' }) })
    mockResearch(server, { account, scenario })
    const first = await ask()
    await readAll(first)
    expect([account.balance, account.inFlight]).toEqual([285, 1])
    const [last] = eventsOf((await readAll(await resume(idOf(first), 2))).text)
    expect(last).toMatchObject({ data: { error: { code: 'SERVER_RESTARTED', type: 'shutdown_error' } } })
    expect([account.balance, account.inFlight]).toEqual([300, 0])
  })
})

describe('cancelling', () => {
  const cancel = (headers: Record<string, string>) => at('', 'DELETE', { ...key, ...headers })

  test('by Idempotency-Key', async () => {
    const account = createMockAccount({ keys: [testApiKey()] })
    mockResearch(server, { account, scenario: stalled({ after: 1 }) })
    const response = await ask({}, { headers: { 'idempotency-key': 'once' } })
    expect((await cancel({ 'idempotency-key': 'other' })).status).toBe(404)
    expect((await cancel({})).status).toBe(404)
    expect((await at('', 'DELETE', { 'idempotency-key': 'once' })).status).toBe(401)
    expect([(await cancel({ 'idempotency-key': 'once' })).status, account.inFlight]).toEqual([204, 0])
    expect((await readAll(response)).error).toBeDefined()
    expect((await retrieve(idOf(response))).status).toBe('cancelled')
  })

  test('a key whose request was refunded may be sent again', async () => {
    const research = mockResearch(server)
    research.next(failed())
    const headers = { 'idempotency-key': 'once' }
    const first = await ask({}, { headers })
    await readAll(first)
    const second = await ask({}, { headers })
    expect(idOf(second)).not.toBe(idOf(first))
    expect((await readAll(second)).text).toContain('[DONE]')
  })
})

describe('what a response tells of the account', () => {
  const told = (response: Response) =>
    ['x-credits-charged', 'x-credits-remaining', 'x-concurrency-limit', 'x-concurrency-remaining'].map((name) =>
      response.headers.get(name),
    )
  const pro = (addedCredits = 0): StatefulAccount =>
    createMockAccount({ keys: [testApiKey()], tier: 'pro', freeCredits: 20, addedCredits })

  test('a stream tells all four, a resume charges nothing', async () => {
    mockResearch(server, { account: pro(10), scenario: resumable({ tornAfter: [1] }) })
    const first = await ask()
    expect(told(first)).toEqual(['15', '15', '3', '2'])
    await readAll(first)
    const headers = { 'x-research-resume': idOf(first), 'last-event-id': '1' }
    expect(told(await ask({}, { headers }))).toEqual(['0', '15', '3', '2'])
  })

  test('402 and 429 tell the last three, other refusals none', async () => {
    const account = pro()
    const research = mockResearch(server, { account, scenario: torn({ after: 0 }) })
    await readAll(await ask({ reasoning_level: 'high' }))
    expect(told(await ask())).toEqual([null, '0', '3', '3'])
    account.addCredits(30)
    account.setTier('free')
    research.use(stalled({ after: 0 }))
    await ask({ reasoning_level: 'low' })
    expect(told(await ask({ reasoning_level: 'low' }))).toEqual([null, '20', '1', '0'])
    expect(told(await ask('{'))).toEqual([null, null, null, null])
  })

  test('without an account there is nothing to tell', async () => {
    mockResearch(server)
    expect(told(await ask())).toEqual([null, null, null, null])
  })
})
