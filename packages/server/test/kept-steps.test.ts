import { setTimeout as sleep } from 'node:timers/promises'
import {
  createEngine,
  EMPTY_LIBRARY,
  type EngineEvent,
  type Live,
  openLive,
  type ResearchTask,
} from '@deep-research/engine'
import { afterEach, expect, test } from 'vitest'
import { seeded } from '../../engine/test/model/scripted-mind.ts'
import { startScriptedModel } from '../../engine/test/model/scripted-model.ts'
import { loopbackWeb } from '../../engine/test/web/fetch/loopback-web.ts'
import { scriptedService } from '../../engine/test/web/search/scripted-web.ts'
import { throughSteps } from '../src/steps/keep-steps.ts'
import { runUntil, withoutTimes } from './support/dying-run.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const filler = 'Its records are kept by the city library of the town, which opens every day. '.repeat(6)
const PAGES: Record<string, string> = {
  'harbour.example/bridge': `The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.`,
  'people.example/olsen': `Mira Olsen was an engineer. She was born in Tromsø in 1889 and taught there for 20 years.`,
  'towns.example/tromso': `Tromsø is a city in northern Norway. Mira Olsen was born there, and a street has her name.`,
  'bridges.example/list': `The Harbour Bridge is the longest bridge of the country. Its arch spans 503 metres.`,
}
const RESULTS = [...Object.keys(PAGES), 'gone.example/page'].map((address) => ({
  ...{
    url: `http://${address}`,
    title: address,
    content: 'The Harbour Bridge was designed by Mira Olsen, says this page.',
  },
}))

/** Models and a web that reply in another order each time, and what they were asked. */
async function outside(seed: number) {
  const random = seeded(seed)
  const pause = () => sleep(random() * 12)
  const pages: string[] = []
  const web = await loopbackWeb(async (request, response) => {
    const address = `${request.headers.host}${request.url}`
    if (!address.endsWith('robots.txt')) pages.push(`http://${address}`)
    await pause()
    const page = PAGES[address]
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end()
    else
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${address}</title><p>${page} ${filler}</p>`)
  })
  const service = await scriptedService(() => ({ json: { results: RESULTS.toSorted(() => random() - 0.5) } }))
  const model = await startScriptedModel({ seed, pace: 4 })
  closing.push(() => model.close())
  const live: Live = await openLive({
    ...{ search: [{ name: 'searxng', url: service.url }], pagesFile: ':memory:', userAgent: 'test', retryPauseMs: 1 },
    ...{ model: { kind: 'openai-compatible', baseUrl: model.url, model: 'scripted' }, judged: true },
    reach: { resolve: web.options.resolve, dial: web.options.dial },
    through: throughSteps(() => live.failures),
  })
  closing.push(() => live.close())
  const queries = () => service.asked.map(({ url }) => url.searchParams.get('q'))
  return { engine: createEngine({ library: EMPTY_LIBRARY, assist: live.assist }), pages, queries, model }
}

const TASK: ResearchTask = { query: 'Where was the engineer who designed the Harbour Bridge born?', level: 'medium' }

const callsOf = (events: readonly EngineEvent[], name: string) =>
  events.flatMap((event) =>
    event.type === 'tool_call.completed' && event.call.name === name ? [event.call.tool_call_id] : [],
  )

/** What the calls that were told as completed asked for. */
function askedBy(events: readonly EngineEvent[], name: string): unknown[] {
  const done = new Set(callsOf(events, name))
  return events.flatMap((event) =>
    event.type === 'tool_call.started' && done.has(event.call.tool_call_id)
      ? [event.call.arguments['url'] ?? event.call.arguments['query']]
      : [],
  )
}

/** A moment at which a process dies. */
interface Death {
  /** After so many steps. */
  most: number
  /** After so many pieces of the answer were told. */
  answers?: number
}

/** Now and then while a run looks, and while it tells its answer. At the last steps, when it writes, other processes die. */
const LOOKING: readonly Death[] = Array.from({ length: 6 }, (_, place) => ({ most: 7 * place }))
const TELLING: readonly Death[] = [1, 2, 4, 7, 10, 14, 20, 30].map((answers) => ({ most: 500, answers }))
const LAST = 6
/** Each has threads of its own that read pages: of more at once some would not read theirs in time. */
const AT_ONCE = 2

/** Dies, and goes on in another process. @returns how many pieces of the answer were told before. */
async function dieAfter(death: Death, place: number): Promise<number> {
  const kept = new Map<string, string>()
  const told = await runUntil({ engine: (await outside(place)).engine, task: TASK, kept, ...death })
  const asks = [...kept.keys()].filter((key) => key.startsWith('ask')).length
  const next = await outside(place + 100)
  const again = await runUntil({ engine: next.engine, task: TASK, kept, most: Number.POSITIVE_INFINITY })
  const last = again.at(-1)
  if (last?.type !== 'completed') throw new Error(`not completed after ${JSON.stringify(death)}`)
  const before = told.filter(({ type }) => type !== 'completed')
  expect(withoutTimes(again).slice(0, before.length)).toEqual(withoutTimes(before))
  expect(again.flatMap((event) => (event.type === 'answer' ? [event.content] : [])).join('')).toBe(last.result.answer)
  expect(last.result.usage).not.toHaveProperty('degraded')
  // A page that is kept is read as it was.
  const unread = again.flatMap((event) =>
    event.type === 'tool_call.completed' && event.call.name === 'fetch' && event.call.status !== 'ok'
      ? [event.call.error?.message]
      : [],
  )
  expect(new Set(unread)).toEqual(new Set(['the page answers with status 404']))
  for (const url of askedBy(told, 'fetch')) expect(next.pages).not.toContain(url)
  for (const query of askedBy(told, 'web_search')) expect(next.queries()).not.toContain(query)
  expect(next.model.calls.filter(({ task }) => task === 'plan')).toHaveLength(asks > 0 ? 0 : 1)
  const answers = before.filter(({ type }) => type === 'answer').length
  return answers
}

test('whenever the process dies, the next one goes on: nothing is asked twice, and what was told is told again', async () => {
  const told: number[] = []
  const whole = new Map<string, string>()
  await runUntil({ engine: (await outside(1)).engine, task: TASK, kept: whole, most: Number.POSITIVE_INFINITY })
  const writing = Array.from({ length: LAST }, (_, place) => ({ most: whole.size - LAST + place }))
  const deaths = [...LOOKING, ...TELLING, ...writing]
  for (let first = 0; first < deaths.length; first += AT_ONCE) {
    told.push(
      ...(await Promise.all(deaths.slice(first, first + AT_ONCE).map((death, at) => dieAfter(death, 2 + first + at)))),
    )
  }
  expect(told.filter((answers) => answers > 1).length).toBeGreaterThan(5)
}, 240_000)
