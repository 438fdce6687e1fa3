import type { EngineEvent, ResearchEngine } from '@deep-research/engine'
import { expect, it, vi } from 'vitest'
import { startResearch } from './run-research.ts'

const TASK = { query: 'How old do corals get?', level: 'low' } as const
const answer = (content: string): EngineEvent => ({ type: 'answer', content })

/** Starts an engine that does what `events` does. `told` is everything that the follower is told. */
function open(events: (signal: AbortSignal) => AsyncIterable<EngineEvent>) {
  const told: unknown[] = []
  const follower = {
    tell: (event: EngineEvent) => void told.push(event),
    runEnded: () => void told.push('ended'),
    runBroke: (error: unknown) => void told.push(['broke', String(error)]),
  }
  const engine: ResearchEngine = { research: (_task, { signal }) => events(signal) }
  const controller = new AbortController()
  return { told, controller, starting: startResearch(engine, TASK, controller.signal, follower) }
}

it('tells every event and the end', async () => {
  const events = Array.from({ length: 300 }, (_, index) => answer(String(index)))
  const { told, starting } = open(async function* () {
    yield* events
  })
  await starting
  await vi.waitUntil(() => told.length > 300)
  expect(told).toEqual([...events, 'ended'])
})

it('does not start if the engine fails at once, and tells nothing', async () => {
  const { told, starting } = open(() => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no')) }),
  }))
  await expect(starting).rejects.toThrow('no')
  expect(told).toEqual([])
})

it('has begun when the engine fails right after its first event', async () => {
  const { told, starting } = open(async function* () {
    yield answer('one')
    throw new Error('no')
  })
  await starting
  await vi.waitUntil(() => told.length > 1)
  expect(told).toEqual([answer('one'), ['broke', 'Error: no']])
})

it('begins after a turn with an engine that takes longer, and tells if that one fails', async () => {
  const gate = Promise.withResolvers<IteratorResult<EngineEvent>>()
  const { told, starting } = open(() => ({ [Symbol.asyncIterator]: () => ({ next: () => gate.promise }) }))
  await starting
  expect(told).toEqual([])
  gate.reject(new Error('late'))
  await vi.waitUntil(() => told.length > 0)
  expect(told).toEqual([['broke', 'Error: late']])
})

it('is left once, whatever the engine still tells', async () => {
  const gate = Promise.withResolvers<IteratorResult<EngineEvent>>()
  const returned = vi.fn(async () => ({ done: true as const, value: undefined }))
  const { told, controller, starting } = open(() => ({
    [Symbol.asyncIterator]: () => ({ next: () => gate.promise, return: returned }),
  }))
  const run = await starting
  controller.abort('enough')
  run.leave()
  run.leave()
  gate.resolve({ done: false, value: answer('late') })
  await new Promise(setImmediate)
  expect(told).toEqual([['broke', 'enough']])
  expect(returned).toHaveBeenCalledTimes(1)
})
