import { expect, test } from 'vitest'
import { withRetries } from '#http/with-retries.ts'
import { ModelFailure, PATIENT_POLICY } from '../failure.ts'
import { Pace } from './pace.ts'

const { signal } = new AbortController()

function refused(ms?: number): AsyncGenerator<string> {
  throw new ModelFailure('quota', 'answered 429', ms)
}
async function* told(what: () => string): AsyncGenerator<string> {
  yield what()
}

/** Makes a call, and gives all that it gives. */
async function call(pace: Pace, make: () => AsyncGenerator<string>, own = signal): Promise<string> {
  let text = ''
  for await (const piece of pace.through(make, own)) text += piece
  return text
}

test('after a refusal every call waits for as long as the endpoint asks', async () => {
  let now = 0
  const waits: number[] = []
  const pause = async (ms: number) => {
    waits.push(ms)
    now += ms
  }
  const pace = new Pace({ now: () => now, pause })
  await expect(call(pace, () => refused(3_000))).rejects.toThrow('429')
  now = 1_000
  expect(await call(pace, () => told(() => String(now)))).toBe('3000')
  expect(await call(pace, () => told(() => String(now)))).toBe('3000')
  expect(waits).toEqual([2_000])
})

test('without a time it waits for the usual one, and never longer than any call would', async () => {
  const pace = new Pace({ usual: 700, now: () => 0 })
  await expect(call(pace, () => refused())).rejects.toThrow('429')
  expect(pace.left).toBe(700)
  const other = new Pace({ usual: 700, now: () => 0 })
  await expect(call(other, () => refused(3_600_000))).rejects.toThrow('429')
  expect(other.left).toBe(120_000)
})

test('an endpoint that asks for a minute is waited for, and one that asks for an hour is not', async () => {
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const asking = (...waits: number[]) =>
    withRetries(
      async () => {
        const ms = waits.shift()
        if (ms !== undefined) throw new ModelFailure('quota', 'answered 429', ms)
        return 'done'
      },
      { ...PATIENT_POLICY, signal, pause },
    )
  expect(await asking(60_000)).toBe('done')
  expect(pauses).toEqual([60_000])
  await expect(asking(3_600_000)).rejects.toThrow('429')
})

test('another failure slows nothing, and an abort ends the wait', async () => {
  const pace = new Pace({ usual: 700, now: () => 0 })
  const broken = (): AsyncGenerator<string> => {
    throw new ModelFailure('server', 'answered 500')
  }
  await expect(call(pace, broken)).rejects.toThrow('500')
  expect(pace.left).toBe(0)
  await expect(call(pace, () => refused())).rejects.toThrow('429')
  const leaving = new AbortController()
  const waiting = call(pace, () => told(() => 'made'), leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow()
})

test('no more calls than may be are under way at once, and one that leaves the line holds up nobody', async () => {
  const pace = new Pace({ atOnce: 1 })
  const held = Promise.withResolvers<void>()
  const order: string[] = []
  async function* slow(): AsyncGenerator<string> {
    order.push('first')
    await held.promise
    yield 'done'
  }
  const first = call(pace, slow)
  const leaving = new AbortController()
  const second = call(pace, () => told(() => 'second'), leaving.signal)
  const third = call(pace, () => told(() => `third after ${order.join()}`))
  leaving.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  expect(order).toEqual(['first'])
  order.push('released')
  held.resolve()
  expect(await first).toBe('done')
  expect(await third).toBe('third after first,released')
})
