import { type HttpErrorOptions, httpError, mockResearch, testApiKey } from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '#contract/index.ts'
import { checkResult } from '../src/citations/index.ts'
import { APIError, DeepResearch, isKnownEvent } from '../src/index.ts'

const server = setupServer()
let research: ReturnType<typeof mockResearch>

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  server.resetHandlers()
  research = mockResearch(server)
})

const client = new DeepResearch({ apiKey: testApiKey(), baseURL: 'https://research.example', retry: { limit: 0 } })

test('streams the mocked answer: what is told piece by piece is the result', async () => {
  const stream = await client.stream({ query: 'What is a reef?', options: { include_thinking: true } })
  let answer = ''
  const types = new Set<string>()
  for await (const event of stream) {
    types.add(String(event.type))
    if (isKnownEvent(event) && event.type === 'research.answer.delta') answer += event.data.content
  }
  const result = await stream.result()
  expect(answer).toBe(result.answer)
  expect(checkResult(result)).toEqual([])
  expect(types).toContain('research.thinking.delta')
})

test('runs to the result, and sends what it was given', async () => {
  const result = await client.run({ query: 'What is a reef?', request_id: 'mine', metadata: { job: '7' } })
  expect(result.metadata).toEqual({ job: '7' })
  expect(result.citations.length).toBeGreaterThan(0)
  expect(research.requests).toHaveLength(1)
})

test('goes on, looks up and cancels by id', async () => {
  const first = await client.stream({ query: 'What is a reef?' }, { idempotencyKey: 'order-7' })
  const [begun] = await Promise.all([first.result(), client.resume(first.id ?? '').then((rest) => rest.result())])
  const after = first.position - 1
  const rest = await client.resume(first.id ?? '', { after })
  expect(await rest.result()).toEqual(begun)
  expect(rest.position).toBe(first.position)
  expect(await client.retrieve(first.id ?? '')).toMatchObject({ status: 'completed', result: begun })
  await client.cancel(first.id ?? '')
  await client.cancel({ idempotencyKey: 'order-7' })
})

test.each(Object.entries(ERRORS))('%s arrives as the error of its status', async (code, { status, type }) => {
  const options: HttpErrorOptions = { retryAfter: 7 }
  research.use(httpError(code as ErrorCode, options))
  const error = await client.run({ query: 'What is a reef?' }).catch((reason: unknown) => reason)
  if (!APIError.isInstance(error)) throw error
  expect(error).toMatchObject({ status, code, type, retryAfterMs: 7_000 })
  expect(error.requestId).toMatch(/^req_/)
  expect(research.requests).toHaveLength(1)
})
