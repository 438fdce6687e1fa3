import { setImmediate as turn } from 'node:timers/promises'
import type { EngineEvent, ResearchEngine } from '@deep-research/engine'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Report } from './messages.ts'
import { ThreadRuns } from './thread-runs.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('events of many turns are sent together, the first one at once and none later than 25 milliseconds', async () => {
  const told = (content: string): EngineEvent => ({ type: 'answer', content })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const engine = {
    async *research() {
      for (const name of ['a', 'b', 'c']) {
        yield told(name)
        await turn()
      }
      await gates[0]?.promise
      for (const name of ['d', 'e']) {
        yield told(name)
        await turn()
      }
      await gates[1]?.promise
    },
  } as unknown as ResearchEngine
  const batches: string[] = []
  const runs = new ThreadRuns(engine, (report: Report) => {
    if (!('events' in report)) return
    const told = report.events.map((event) => ('content' in event ? event.content : '')).join('')
    batches.push(report.is === 'over' ? `${told}, ${report.is}` : told)
  })
  const over = runs.start(1, { query: 'q', level: 'low' })
  for (let at = 0; at < 10; at += 1) await turn()
  expect(batches).toEqual(['a'])
  vi.advanceTimersByTime(25)
  expect(batches).toEqual(['a', 'bc'])
  gates[0]?.resolve()
  for (let at = 0; at < 10; at += 1) await turn()
  expect(batches).toEqual(['a', 'bc'])
  gates[1]?.resolve()
  await over
  expect(batches).toEqual(['a', 'bc', 'de, over'])
})

test('what a run told before it failed comes with its end', async () => {
  const engine = {
    async *research() {
      yield { type: 'answer', content: 'a' }
      await turn()
      yield { type: 'answer', content: 'b' }
      throw new Error('it failed')
    },
  } as unknown as ResearchEngine
  const reports: Report[] = []
  const runs = new ThreadRuns(engine, (report: Report) => reports.push(report))
  await runs.start(1, { query: 'q', level: 'low' })
  const events = [{ type: 'answer', content: 'b' }]
  expect(reports.at(-1)).toMatchObject({ is: 'over', run: 1, events, failure: { message: 'it failed', lost: false } })
})
