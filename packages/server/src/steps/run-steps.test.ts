import { afterEach, expect, it, vi } from 'vitest'
import { RunSteps } from './run-steps.ts'

afterEach(() => void vi.useRealTimers())

const running = new AbortController().signal

function stepsOf(kept: Map<string, string>, signal = running) {
  const saveStep = async (key: string, result: string) => void kept.set(key, result)
  return new RunSteps({ id: 'req_1', signal, steps: new Map(kept), saveStep })
}

/** Takes steps at once, and returns them in the order in which the run learnt of them. */
async function learn(steps: RunSteps, works: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const learnt: string[] = []
  const takes = Object.entries(works).map(async ([key, work]) => {
    await steps.take(key, running, work)
    learnt.push(key)
  })
  await Promise.all(takes)
  return learnt
}

const after = (turns: number) => async () => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('what was learnt first is learnt first again, and what is new comes after that', async () => {
  const kept = new Map<string, string>()
  expect(await learn(stepsOf(kept), { a: after(9), b: after(3), c: after(6) })).toEqual(['b', 'c', 'a'])
  expect(await learn(stepsOf(kept), { d: after(0), a: after(0), c: after(0), b: after(0) })).toEqual([
    'b',
    'c',
    'a',
    'd',
  ])
})

it('a step that was not kept in time is done again', async () => {
  const kept = new Map([['b', JSON.stringify({ place: 4, value: 'kept' })]])
  const steps = stepsOf(kept)
  expect(await steps.take('b', running, async () => 'new')).toBe('kept')
  expect(await steps.take('a', running, async () => 'new')).toBe('new')
})

it('a step that was given up for want of time is given up again when the time is over', async () => {
  const kept = new Map<string, string>()
  const late = () => AbortSignal.timeout(5)
  const never = (signal: AbortSignal) => () =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const signal = late()
  await expect(stepsOf(kept).take('a', signal, never(signal))).rejects.toThrow(signal.reason)
  const again = late()
  await expect(stepsOf(kept).take('a', again, async () => 'in time')).rejects.toThrow(
    expect.objectContaining({ name: 'TimeoutError' }),
  )
  expect(again.aborted).toBe(true)
})

it('a run that takes another course than before does not wait for steps that never come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const kept = new Map<string, string>()
  await learn(stepsOf(kept), { a: after(0), b: after(2) })
  const learnt = learn(stepsOf(kept), { b: after(0) })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await learnt).toEqual(['b'])
})

it('a run that ends waits for nothing', async () => {
  const ending = new AbortController()
  const kept = new Map([
    ['a', '{"place":0}'],
    ['b', '{"place":1}'],
  ])
  const taking = stepsOf(kept, ending.signal).take('b', running, async () => {})
  ending.abort(new Error('over'))
  await expect(taking).rejects.toThrow('over')
})
