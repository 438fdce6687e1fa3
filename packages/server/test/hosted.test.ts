import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackendLostError, HOSTED_SERVICES, type HostedName, type ResearchTask } from '@deep-research/engine'
import { DeepResearch, ResearchFailedError } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'
import { afterEach, expect, test } from 'vitest'
import {
  closeServices,
  type ScriptedServiceOptions,
  scriptedHosted,
} from '../../engine/test/hosted/scripted-service.ts'
import { KEY, webOf } from '../../engine/test/hosted/web-of.ts'
import { spreadHosted } from '../src/engine-pool/open-pool.ts'
import { hostedOptions, openHostedService } from '../src/hosted-engine.ts'
import { readSettings, type Service, startService } from '../src/index.ts'
import { runInProcess } from './support/command-line.ts'
import { runUntil, withoutTimes } from './support/dying-run.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  closeServices()
})

const PAGES = {
  'bridges.example/harbour': `The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work. Its arch spans 503 metres.

Its records are kept by the city library of the town, which opens every day and shows the drawings to whoever asks for them.`,
}
const REPORT = {
  sources: [{ url: 'https://bridges.example/harbour', title: 'Harbour Bridge' }],
  text: 'The Harbour Bridge was designed by Mira Olsen [1]. It opened in 1932 after eight years of work [1]. Its arch spans 530 metres [1].',
}
const QUESTION = { query: 'Who designed the Harbour Bridge?', reasoning_level: 'low' } as const

interface Opened extends Partial<ScriptedServiceOptions> {
  threads?: number
}

/** A hosted service, and the engine over it, in this thread or in others. */
async function openEngine(service: HostedName, { threads = 0, ...options }: Opened = {}) {
  const scripted = await scriptedHosted({ service, reportOf: () => REPORT, ...options })
  const web = await webOf(PAGES)
  closing.push(() => web.close())
  const folder = mkdtempSync(join(tmpdir(), 'hosted-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const settings = readSettings({
    ...{ PORT: '0', DATABASE_URL: `sqlite:${folder}/service.db`, ENGINE_WORKERS: String(threads) },
    ...{ BACKEND: service, BACKEND_API_KEY: KEY, BACKEND_BASE_URL: scripted.url },
  })
  const named = hostedOptions(settings)
  if (!named) throw new Error('no backend')
  const told: string[] = []
  const open = () =>
    openHostedService(settings, { ...named, pollMs: 1, pauseMs: 1 }, (line) => told.push(line), {
      reach: web.reach,
      ...(threads > 0 && {
        elsewhere: (hosted) => spreadHosted(hosted, { most: threads, silenceMs: 20_000, progress: () => {} }),
      }),
    })
  return { scripted, web, settings, open, told }
}

/** The whole service over a hosted one. */
async function serve(service: HostedName, options: Opened = {}) {
  const opened = await openEngine(service, options)
  const running: Service = await startService(opened.settings, { openEngine: opened.open })
  closing.push(() => running.close())
  const account = await running.manage.createAccount('a@example.com', 'pro')
  const { key } = await running.manage.createKey(account.id)
  const client = new DeepResearch({ apiKey: key, baseURL: running.url, retry: { limit: 0 } })
  const credits = async () => (await running.manage.showCredits('a@example.com')).free
  return { ...opened, running, key, client, credits }
}

test.each(HOSTED_SERVICES)('%s: one request is one charge here and one research there', async (service) => {
  const { client, credits, scripted, told } = await serve(service)
  const result = await client.run(QUESTION)
  expect(checkResult(result)).toEqual([])
  expect(result.citations.map(({ verified }) => verified)).toEqual([true, true, false])
  expect(result.answer_clean).toContain('Its arch spans 530 metres.\n\n*1 sentence could not be checked in full.*')
  expect(await credits()).toBe(290)
  expect(scripted.counts.start).toBe(1)
  await expect.poll(() => told.join()).toContain(`Backend: ${service} at ${scripted.url} takes the key`)
  expect(told.join()).not.toContain(KEY)
})

const LONG = 120_000

test(
  'in a thread it is the same, and what is cancelled here is ended there',
  async () => {
    const { client, credits, scripted, running, key } = await serve('openai-responses', { threads: 1, finishes: false })
    const asking = client.run(QUESTION)
    await expect.poll(() => scripted.researches.length, { timeout: 60_000 }).toBe(1)
    scripted.finish()
    expect((await asking).citations.map(({ verified }) => verified)).toEqual([true, true, false])
    const leaving = new AbortController()
    const left = await serveOnce(running.url, key, leaving.signal)
    await expect.poll(() => scripted.researches.length).toBe(2)
    await fetch(`${running.url}/v1/research/${left}`, { method: 'DELETE', headers: { 'x-api-key': key } })
    // It had its report at once, or was ended.
    expect(scripted.counts.start).toBe(2)
    expect(await credits()).toBe(280)
  },
  LONG,
)

/** Asks, and gives the id of the research. */
async function serveOnce(url: string, key: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/v1/research`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(QUESTION),
    signal,
  })
  return response.headers.get('x-request-id') ?? ''
}

test.each([0, 1])('cancelled here, it is ended there, with %i threads', { timeout: LONG }, async (threads) => {
  const { scripted, running, key, credits } = await serve('openai-responses', { threads, finishes: false })
  const id = await serveOnce(running.url, key, new AbortController().signal)
  await expect.poll(() => scripted.researches.length, { timeout: 60_000 }).toBe(1)
  // Until its id has arrived.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await fetch(`${running.url}/v1/research/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } })
  await expect.poll(() => scripted.researches[0]?.cancelled).toBe(true)
  expect(await credits()).toBe(290)
})

test('a client that loses its connection goes on with the same research', async () => {
  const { scripted, running, key, credits } = await serve('perplexity', { finishes: false })
  const leaving = new AbortController()
  const id = await serveOnce(running.url, key, leaving.signal)
  await expect.poll(() => scripted.researches.length).toBe(1)
  leaving.abort()
  const again = await fetch(`${running.url}/v1/research`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'x-research-resume': id, 'last-event-id': '0' },
  })
  scripted.finish()
  const text = await again.text()
  expect(text).toContain('research.completed')
  expect(text).toContain('[DONE]')
  expect(scripted.counts.start).toBe(1)
  expect(await credits()).toBe(290)
})

test.each([
  ['RESEARCH_FAILED', { fault: 'the model gave up' }],
  ['PROXY_ERROR', { mishap: () => ({ status: 401 }) }],
] as const)('%s: what fails there is refunded', async (code, options) => {
  const { client, credits, told } = await serve('gemini', options)
  const failure = await client.run(QUESTION).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code })
  if (code === 'RESEARCH_FAILED') expect(failure).toBeInstanceOf(ResearchFailedError)
  expect(await credits()).toBe(300)
  expect(told.join()).toContain('Research failed: gemini ')
})

const TASK: ResearchTask = { query: QUESTION.query, level: 'low' }

test.each(HOSTED_SERVICES)(
  '%s: whenever the process dies, the next one goes on with the same research',
  async (service) => {
    const { scripted, open } = await openEngine(service)
    const whole = new Map<string, string>()
    const first = await open()
    closing.push(() => first.close())
    const untouched = await runUntil({ engine: first, task: TASK, kept: whole, most: Number.POSITIVE_INFINITY })
    const begun = [...whole.keys()].findIndex((key) => key.startsWith('hosted start'))
    for (let most = 0; most < whole.size; most += 1) {
      const before = scripted.counts.start
      const kept = new Map<string, string>()
      const told = await runUntil({ engine: first, task: TASK, kept, most })
      const next = await open()
      closing.push(() => next.close())
      const going = runUntil({ engine: next, task: TASK, kept, most: Number.POSITIVE_INFINITY })
      if (most === begun) {
        // It died between the request that begins research and its id.
        await expect(going).rejects.toThrow(BackendLostError)
      } else {
        const again = await going
        expect(again.at(-1)).toMatchObject({ type: 'completed', result: { answer: answerOf(untouched) } })
        const events = told.filter(({ type }) => type !== 'completed')
        expect(withoutTimes(again).slice(0, events.length)).toEqual(withoutTimes(events))
      }
      // Before anything is kept, nothing has begun.
      expect(scripted.counts.start - before).toBe(1)
    }
  },
)

function answerOf(events: Awaited<ReturnType<typeof runUntil>>): string | undefined {
  const last = events.at(-1)
  return last?.type === 'completed' ? last.result.answer : undefined
}

test('wrong settings say what to do', () => {
  expect(() => readSettings({ BACKEND: 'chatgpt' })).toThrow('BACKEND is "chatgpt"; set it to one of openai-responses,')
  expect(() => readSettings({ BACKEND: 'exa' })).toThrow('BACKEND_API_KEY is missing, but BACKEND=exa needs it')
  expect(() => readSettings({ BACKEND_MODEL: 'x' })).toThrow('BACKEND is missing, but BACKEND_MODEL needs it')
})

test('doctor says what is configured, and begins no research', async () => {
  const { scripted } = await openEngine('tavily')
  const environment = { BACKEND: 'tavily', BACKEND_API_KEY: KEY, BACKEND_BASE_URL: scripted.url, PORT: '0' }
  const well = await runInProcess(['doctor'], environment, { stop: new AbortController().signal })
  expect(well.stdout).toContain(`ok     backend: tavily at ${scripted.url} takes the key\n`)
  expect(well.stdout).toContain('ok     model: not used, as BACKEND is tavily')
  expect(scripted.counts.start).toBe(0)
  expect(`${well.stdout}${well.stderr}`).not.toContain(KEY)
})
