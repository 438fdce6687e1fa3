import { onTestFinished } from 'vitest'
import type { HostedName } from '#hosted/calls.ts'
import type { HostedOptions } from '#hosted/client.ts'
import { wireHosted } from '#hosted/wire-hosted.ts'
import type { EngineEvent, ResearchEngine, ResearchTask } from '../../src/types.ts'
import { expectSound } from '../expect-sound.ts'
import { KEY, type ScriptedPages, webOf } from './web-of.ts'

/** An engine over a scripted service and a scripted web. */
export async function hostedEngine(
  service: HostedName,
  baseUrl: string,
  { pages, ...rest }: { pages: ScriptedPages } & Partial<HostedOptions>,
) {
  const web = await webOf(pages)
  onTestFinished(() => web.close())
  const failed: string[] = []
  const hosted = wireHosted({
    service: { service, baseUrl, apiKey: KEY, pollMs: 1, pauseMs: 1, ...rest },
    ...{ pagesFile: ':memory:', userAgent: 'deep-research-test', reach: web.reach },
    onFailed: (line) => failed.push(line),
  })
  return { hosted, web, failed }
}

/** Runs a task to its end, and checks what must hold of every answer. */
export async function runHosted(engine: ResearchEngine, task: Partial<ResearchTask> = {}) {
  const events: EngineEvent[] = []
  const { signal } = new AbortController()
  for await (const event of engine.research({ query: 'What is known of it?', level: 'low', ...task }, { signal }))
    events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'completed') throw new Error('no result')
  const { result } = last
  expectSound(result, events)
  return { events, result }
}
