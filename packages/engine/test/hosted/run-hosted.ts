import { expect } from 'vitest'
import { researchResultSchema, type ResearchResult } from '@deep-research/sdk/contract'
import type { HostedName } from '#hosted/calls.ts'
import type { HostedOptions } from '#hosted/client.ts'
import type { EngineEvent, ResearchEngine, ResearchTask } from '../../src/types.ts'
import { wireHosted } from '../../src/wire-hosted.ts'
import { loopbackWeb } from '../web/fetch/loopback-web.ts'

export const KEY = 'sk-hosted-secret-key'

/** Pages by their host and path; each is a text of paragraphs. */
export type ScriptedPages = Readonly<Record<string, string>>

/** A web of some pages. */
export async function webOf(pages: ScriptedPages) {
  const read: string[] = []
  const web = await loopbackWeb((request, response) => {
    const key = `${request.headers.host}${request.url?.replace(/\?.*/, '')}`
    const text = pages[key]
    if (!key.endsWith('robots.txt')) read.push(key)
    if (text === undefined) return void response.writeHead(404, { 'content-type': 'text/plain' }).end()
    const body = text.split('\n\n').map((each) => `<p>${each}</p>`)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<title>${key}</title><main>${body.join('\n')}</main>`)
  })
  return { read, reach: { resolve: web.options.resolve, dial: web.options.dial } }
}

/** An engine over a scripted service and a scripted web. */
export async function hostedEngine(
  service: HostedName,
  baseUrl: string,
  { pages, ...rest }: { pages: ScriptedPages } & Partial<HostedOptions>,
) {
  const web = await webOf(pages)
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

function expectSound(result: ResearchResult, events: readonly EngineEvent[]): void {
  researchResultSchema.parse(result)
  const told = events.flatMap((event) => (event.type === 'answer' ? [event.content] : [])).join('')
  expect(told).toBe(result.answer)
  const started = events.filter(({ type }) => type === 'tool_call.started').length
  expect(events.filter(({ type }) => type === 'tool_call.completed')).toHaveLength(started)
  expect(result.usage.tool_calls).toBe(started)
}
