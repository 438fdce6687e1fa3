import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, type EngineEvent, type Live, openLive } from '@deep-research/engine'
import { afterEach, expect, test } from 'vitest'
import { TOWN, TRAM } from '../../engine/test/live/town.ts'
import { memoryLibrary } from '../../engine/test/memory-library.ts'
import { seeded } from '../../engine/test/model/scripted-mind.ts'
import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { keepSteps, throughSteps } from '../src/steps/keep-steps.ts'

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

/** Runs until it completes, or until the process dies after `most` steps were kept. */
async function runUntil({ engine }: Awaited<ReturnType<typeof begin>>, kept: Map<string, string>, most: number) {
  const dying = new AbortController()
  const { signal } = dying
  const task = { query: TRAM, level: 'high' } as const
  keepSteps(task, {
    ...{ id: 'req_1', signal, steps: new Map(kept) },
    async saveStep(key, result) {
      if (kept.size >= most) return dying.abort(new Error('dead'))
      if (kept.size % 3 === 0) await sleep(1)
      kept.set(key, result)
    },
  })
  const told: EngineEvent[] = []
  try {
    for await (const event of engine.research(task, { signal })) {
      if (signal.aborted) break
      told.push(event)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return told.map((event) =>
    event.type === 'tool_call.completed' ? { ...event, call: { ...event.call, duration_ms: 0 } } : event,
  )
}

const WHOLE = Number.POSITIVE_INFINITY

test('a report goes on wherever a process dies: what was told is told again, and no call is made twice', async () => {
  const all = new Map<string, string>()
  const first = await begin(1)
  await runUntil(first, all, WHOLE)
  const askedByOne = first.model.calls.length
  let toldInPart = 0
  for (let most = 1; most < all.size; most += 2) {
    const kept = new Map<string, string>()
    const told = await runUntil(await begin(most), kept, most)
    // The note on the whole question is taken beside the plan, and may be kept before it.
    const hasPlan = [...kept.values()].some((result) => result.includes('"brief":'))
    const next = await begin(most + 500)
    const again = await runUntil(next, kept, WHOLE)
    const last = again.at(-1)
    if (last?.type !== 'completed') throw new Error(`not completed after ${most} steps`)
    const before = told.filter(({ type }) => type !== 'completed')
    expect(again.slice(0, before.length)).toEqual(before)
    expect(next.model.calls.filter(({ task }) => task === 'plan')).toHaveLength(hasPlan ? 0 : 1)
    if (most > 20) expect(next.model.calls.length).toBeLessThan(askedByOne)
    if (before.some(({ type }) => type === 'answer')) toldInPart += 1
  }
  expect(toldInPart).toBeGreaterThan(5)
}, 120_000)
