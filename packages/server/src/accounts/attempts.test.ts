import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AttemptRule, type Attempts, addAttempt } from './attempts.ts'

const BACKOFF: AttemptRule = { kind: 'backoff', free: 3, firstMs: 1_000, longestMs: 8_000 }
const WINDOW: AttemptRule = { kind: 'window', limit: 2, windowMs: 10_000 }

/** One name, tried at given times. */
function start(rule: AttemptRule) {
  let known: Attempts | undefined
  return (now: number) => {
    const result = addAttempt(known, rule, now)
    if ('wait' in result) return result.wait
    known = result.noted
    return undefined
  }
}

it('a backoff makes each further try wait twice as long, up to the longest', () => {
  const attempt = start(BACKOFF)
  const waits: number[] = []
  let now = 0
  expect([attempt(now), attempt(now), attempt(now)]).toEqual([undefined, undefined, undefined])
  for (let tries = 0; tries < 6; tries += 1) {
    const wait = attempt(now) ?? 0
    waits.push(wait)
    now += wait * 1_000
    expect(attempt(now)).toBeUndefined()
  }
  expect(waits).toEqual([1, 2, 4, 8, 8, 8])
})

it('a backoff begins anew after as long a rest as the longest wait', () => {
  const attempt = start(BACKOFF)
  for (let tries = 0; tries < 3; tries += 1) attempt(0)
  expect(attempt(0)).toBe(1)
  const rested = 1_000 + 8_000
  expect([attempt(rested), attempt(rested), attempt(rested), attempt(rested)]).toEqual([
    undefined,
    undefined,
    undefined,
    1,
  ])
})

it('a window counts anew when it ends, however often was tried in it', () => {
  const attempt = start(WINDOW)
  expect([attempt(0), attempt(4_500), attempt(4_500), attempt(9_999)]).toEqual([undefined, undefined, 6, 1])
  expect(attempt(10_000)).toBeUndefined()
})

it('lets no more through in any window of time than the rule says', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3_000), { maxLength: 60 }), (pauses) => {
      const attempt = start(WINDOW)
      let now = 0
      const taken: number[] = []
      for (const pause of pauses) {
        now += pause
        if (attempt(now) === undefined) taken.push(now)
      }
      // Two windows may meet, and never more.
      for (const at of taken) expect(taken.filter((other) => other >= at && other < at + 10_000).length).toBeLessThan(5)
    }),
  )
})
