import { expect, test, vi } from 'vitest'
import { WarmUp } from './warm-up.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((done) => signal.addEventListener('abort', () => done()))

test('an engine is warmed up until a question comes', async () => {
  const warmUp = new WarmUp()
  let isDone = false
  const engine = {
    async warmUp(signal: AbortSignal) {
      await untilAborted(signal)
      isDone = true
    },
  }
  warmUp.begin(engine)
  await Promise.resolve()
  expect(isDone).toBe(false)
  warmUp.giveWay()
  await vi.waitUntil(() => isDone)
})

test('after the first question it does not begin', () => {
  const warmUp = new WarmUp()
  warmUp.giveWay()
  const engine = { warmUp: vi.fn(async () => {}) }
  warmUp.begin(engine)
  expect(engine.warmUp).not.toHaveBeenCalled()
})

test('what fails in it fails nothing else', async () => {
  const engine = { warmUp: vi.fn(() => Promise.reject(new Error('the index is gone'))) }
  new WarmUp().begin(engine)
  new WarmUp().begin({})
  await vi.waitUntil(() => engine.warmUp.mock.settledResults.length > 0)
})
