import {
  answer,
  lateHead,
  type MockResearch,
  mockResearch,
  silent,
  slow,
  stalled,
  torn,
  truncated,
  unreachable,
} from '@deep-research/mock'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { leaveBeforeHead } from './leaving.ts'
import { ask, eventsOf, readAll } from './read-stream.ts'

const server = setupServer()
let research: MockResearch
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  research = mockResearch(server)
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

test('a torn connection is an error for the reader, never a clean end', async () => {
  research.use(torn({ after: 2 }))
  const { text, error } = await readAll(await ask())
  expect(error).toBeInstanceOf(TypeError)
  expect(eventsOf(text)).toHaveLength(2)
  expect(research.requests[0]?.outcome).toBe('torn')
})

test('a truncated stream ends cleanly', async () => {
  research.use(truncated({ after: 2 }))
  const { text, error } = await readAll(await ask())
  expect([eventsOf(text).length, error]).toEqual([2, undefined])
  expect(research.requests[0]?.outcome).toBe('truncated')
})

test('no response is a network error', async () => {
  research.use(unreachable())
  await expect(ask()).rejects.toThrow(TypeError)
})

test('the head of a stalled stream comes at once', async () => {
  research.use(stalled({ after: 0 }))
  const response = await ask({}, { signal: AbortSignal.timeout(5000) })
  expect(response.status).toBe(200)
  await response.body?.cancel()
})

test('minutes of a slow stream pass under fake timers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 0, 1) })
  research.use(slow({ everyMs: 10_000, of: silent({ keepAlives: 4 }) }))
  const reading = ask().then(readAll)
  while (research.requests[0]?.outcome !== 'completed') await vi.advanceTimersByTimeAsync(5000)
  const { text, error } = await reading
  const times = eventsOf(text).map(({ timestamp }) => Date.parse(timestamp) - Date.UTC(2026, 0, 1))
  expect(error).toBeUndefined()
  // Fake time may run on while bytes travel, so what is sure is the least that each event has waited.
  expect(times[0]).toBeGreaterThanOrEqual(70_000)
  expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 10_000)).toBe(true)
})

test('the head comes late where told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  research.use(lateHead({ ms: 30_000 }))
  let arrived = false
  const asking = ask().then((response) => {
    arrived = true
    return response
  })
  while (research.requests.length === 0) await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(arrived).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  expect((await asking).status).toBe(200)
})

test('a client that leaves before the head is noticed', () =>
  leaveBeforeHead(research, (signal) => ask({}, { signal })))

test.each(['abort', 'cancel', 'loop'] as const)('a client that leaves by %s ends the stream', async (way) => {
  research.use(answer({ everyMs: 50 }))
  const left = new AbortController()
  const response = await ask({}, { signal: left.signal })
  if (way === 'cancel') await response.body?.cancel()
  if (way === 'loop') for await (const _ of response.body ?? []) break
  if (way === 'abort') {
    const reader = response.body?.getReader()
    await reader?.read()
    left.abort()
    await expect(reader?.read()).rejects.toHaveProperty('name', 'AbortError')
  }
  await expect.poll(() => research.requests[0]?.outcome).toBe('left')
})
