import { expect, test } from 'vitest'
import { RemoteFailure, retryAfterMs, withRetries } from './with-retries.ts'

/** Fails as told, attempt by attempt, then succeeds; remembers how long it was waited. */
async function attempts(failures: RemoteFailure<string>[], retries = 2) {
  const pauses: number[] = []
  let made = 0
  const attempt = async () => {
    const failure = failures[made]
    made += 1
    if (failure) throw failure
    return 'done'
  }
  const options = {
    signal: new AbortController().signal,
    pause: async (ms: number) => void pauses.push(ms),
    mendable: new Set(['timeout', 'quota', 'server']),
    retries,
    pauseMs: 500,
    longestPauseMs: 20_000,
  }
  const outcome = await withRetries(attempt, options).catch((error: RemoteFailure<string>) => error.reason)
  return { outcome, made, pauses }
}

const failure = (reason: string, retryAfter?: number) => new RemoteFailure(reason, reason, retryAfter)

test('waits as long as the provider asks, else longer each time', async () => {
  expect(await attempts([failure('quota', 7_000), failure('server', 0)])).toEqual({
    outcome: 'done',
    made: 3,
    pauses: [7_000, 0],
  })
  const { pauses } = await attempts([failure('server'), failure('server')])
  expect(pauses[0]).toBeGreaterThanOrEqual(250)
  expect(pauses[0]).toBeLessThanOrEqual(750)
  expect(pauses[1]).toBeGreaterThanOrEqual(500)
})

test('does not wait for what is too far off, nor for what no attempt mends', async () => {
  expect(await attempts([failure('quota', 60_000)])).toMatchObject({ outcome: 'quota', made: 1 })
  for (const reason of ['key', 'format']) {
    expect(await attempts([failure(reason)])).toMatchObject({ outcome: reason, made: 1 })
  }
})

test('ends after its attempts; after silence there is one more at most', async () => {
  const always = (reason: string) => Array.from({ length: 9 }, () => failure(reason))
  expect(await attempts(always('server'))).toMatchObject({ outcome: 'server', made: 3 })
  expect(await attempts(always('timeout'))).toMatchObject({ outcome: 'timeout', made: 2 })
  expect(await attempts(always('timeout'), 0)).toMatchObject({ outcome: 'timeout', made: 1 })
})

test.each([
  ['2', 2_000],
  ['0.5', 500],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 10_000],
  ['', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['99999999', undefined],
  [undefined, undefined],
])('Retry-After: %s is %s ms', (header, ms) => expect(retryAfterMs(header, 0)).toBe(ms))
