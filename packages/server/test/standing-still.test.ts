import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSettings } from '../src/index.ts'
import { levelLimits } from '../src/kernel/level-limits.ts'
import { ask, startTestService } from './support/service.ts'

const LEVEL_LIMITS = levelLimits(readSettings({}).researchMinutes)

it('a level may take as long as the engine lets it', () => {
  const levels = JSON.parse(readFileSync(new URL('../../engine/src/levels.json', import.meta.url), 'utf8'))
  const { why: _, ...limits } = levels.limits.ms
  expect(LEVEL_LIMITS).toEqual(limits)
})

it('research that takes longer than its level may is told by /readyz and the metrics, and by neither before', async () => {
  let now = Date.now()
  const service = await startTestService({ clock: { now: () => now }, environment: { METRICS: 'on' } })
  const { key } = await service.join()
  const stream = await service.post(key, ask())
  const run = await service.engine.nextRun()
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
  const ready = async () => (await fetch(`${service.url}/readyz`)).json()
  now += LEVEL_LIMITS.low
  expect(await metrics()).toContain('deep_research_requests_overdue 0')
  now += 1
  expect(await metrics()).toContain('deep_research_requests_overdue 1')
  expect(await ready()).toEqual({ status: 'ready', overdue_requests: 1 })
  run.complete()
  await stream.text()
  expect(await metrics()).toContain('deep_research_requests_overdue 0')
})
