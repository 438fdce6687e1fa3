import { createEngine, type Live, openLive, type ResearchTask } from '@deep-research/engine'
import { afterEach, expect, test } from 'vitest'
import { TOWN, TRAM } from '../../engine/test/live/town.ts'
import { memoryLibrary } from '../../engine/test/memory-library.ts'
import { seeded } from '../../engine/test/model/scripted-mind.ts'
import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { throughSteps } from '../src/steps/keep-steps.ts'
import { runUntil, withoutTimes } from './support/dying-run.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A process with a model that takes another time for each call. */
async function begin(seed: number) {
  const random = seeded(seed)
  const model = await startScriptedModel({ seed, pause: () => Math.floor(random() * 8) })
  closing.push(() => model.close())
  const live: Live = await openLive({
    ...{ search: [{ name: 'corpus' }], pagesFile: ':memory:', userAgent: 'test', retryPauseMs: 1 },
    model: { kind: 'openai-compatible', baseUrl: model.url, model: 'scripted' },
    through: throughSteps(() => live.failures),
  })
  closing.push(() => live.close())
  return { model, engine: createEngine({ library: memoryLibrary(TOWN), assist: live.assist }) }
}

const TASK: ResearchTask = { query: TRAM, level: 'high' }
const WHOLE = Number.POSITIVE_INFINITY
/** The steps before the end of each of which a process dies. */
const LAST = 12

test('a report goes on wherever a process dies: what was told is told again, and no call is made twice', async () => {
  const all = new Map<string, string>()
  const first = await begin(1)
  await runUntil({ engine: first.engine, task: TASK, kept: all, most: WHOLE })
  const askedByOne = first.model.calls.length
  let toldInPart = 0
  // Now and then while it looks and writes, and at each of the last steps, when it tells what it has written.
  const deaths = [...all.keys()].flatMap((_, at) => (at % 6 === 0 || at >= all.size - LAST ? [at + 1] : []))
  for (const most of deaths) {
    const kept = new Map<string, string>()
    const { engine } = await begin(most)
    const told = withoutTimes(await runUntil({ engine, task: TASK, kept, most }))
    // The note on the whole question is taken beside the plan, and may be kept before it.
    const hasPlan = [...kept.values()].some((result) => result.includes('"brief":'))
    const next = await begin(most + 500)
    const again = withoutTimes(await runUntil({ engine: next.engine, task: TASK, kept, most: WHOLE }))
    const last = again.at(-1)
    if (last?.type !== 'completed') throw new Error(`not completed after ${most} steps`)
    const before = told.filter(({ type }) => type !== 'completed')
    expect(again.slice(0, before.length)).toEqual(before)
    expect(next.model.calls.filter(({ task }) => task === 'plan')).toHaveLength(hasPlan ? 0 : 1)
    if (most > 20) expect(next.model.calls.length).toBeLessThan(askedByOne)
    if (before.some(({ type }) => type === 'answer')) toldInPart += 1
  }
  expect(toldInPart).toBeGreaterThan(3)
}, 120_000)
