import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { KeptRequest } from '../../src/admission/ports.ts'
import { createSettle } from '../../src/admission/settle.ts'
import { readSettings } from '../../src/config.ts'
import type { Feed, Job } from '../../src/jobs/ports.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { noMetrics } from '../../src/kernel/metrics.ts'
import { observeRuns } from '../../src/observe-runs.ts'
import { openJobs } from '../../src/open-jobs.ts'
import { manage, openStorage } from '../../src/open-storage.ts'
import { ANY } from './history.ts'
import { answerOf, createScriptedEngine, RESULT } from './scripted-engine.ts'

type Environment = Record<string, string>

/** A place where jobs run, with a database of its own. */
async function openPlace(environment: Environment) {
  const settings = readSettings({ AUTH_SECRET: 's'.repeat(32), ...environment })
  const [clock, log] = [systemClock, silentLog]
  const storage = await openStorage(settings, clock)
  const { createAccount, createKey } = manage(storage)
  const { id: accountId } = await createAccount('a@example.com', 'scale')
  const { id: keyId } = await createKey(accountId)
  const engine = Object.assign(createScriptedEngine(), { fingerprint: () => 'scripted' })
  const settle = createSettle({ ...settings, store: storage.admission, clock, log, metrics: noMetrics })
  const observed = { observer: observeRuns(noMetrics, undefined), storedAfter: noMetrics.storedAfter }
  const findDocument = () => undefined
  const place = await openJobs({ settings, storage, engine, findDocument, settle, ...observed, clock, log })
  const begun = place.begin()
  const { jobs } = place
  onTestFinished(async () => {
    await jobs.drain()
    await begun.close()
    await place.close()
    await storage.close()
  })
  await vi.waitUntil(() => place.reachable(), { timeout: 5_000 })

  /** Admits a request and starts its job. */
  async function ask(query = 'q') {
    const id = `req_${randomUUID().replaceAll('-', '')}`
    const claim = { id, epoch: jobs.runHere ? (1 as const) : (0 as const) }
    const envelopes = { requestId: 'mine', includeThinking: false, includeToolCalls: true, metadata: undefined }
    const job: Job = { claim, task: { query, level: 'low' }, envelopes, attended: true }
    const prepared = jobs.prepare(job)
    const [now, by] = [clock.now(), { accountId, keyId, engine: jobs.engine }]
    await storage.admission.admit({
      ...{ ...ANY, ...claim, ...by, query, level: 'low', credits: 10, now },
      ...{ clientRequestId: 'mine', includeToolCalls: true },
    })
    const starting = prepared.start(async (claim, end) => (await settle(claim, end)) ?? { last: undefined, own: false })
    const find = async (): Promise<KeptRequest | undefined> => storage.admission.find(id, accountId, clock.now())
    return { id, feed: prepared.feed, starting, find }
  }
  return { jobs, engine, ask, balance: async () => (await storage.credits.balances(accountId, clock.now()))?.free }
}

async function over(feed: Feed): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (feed.state !== 'running') resolve()
    }
    const watcher = { feedChanged: look }
    feed.watch(watcher)
    look()
    onTestFinished(() => feed.unwatch(watcher))
  })
}

async function read(feed: Feed): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const envelopes: string[] = []
  while (envelopes.length < feed.length) envelopes.push(...(await feed.load(envelopes.length)))
  return envelopes.map((json) => JSON.parse(json))
}

/** What every place where jobs run must do, whether it is this process or others. */
export function jobsSuite(environment: () => Promise<Environment>): void {
  const open = async (more: Environment = {}) => openPlace({ ...(await environment()), ...more })

  it('tells all that a run tells, in order, and its end when it is stored', async () => {
    const { engine, ask, balance } = await open()
    const { feed, starting, find } = await ask('why?')
    const run = await engine.nextRun()
    expect(run.task).toEqual({ query: 'why?', level: 'low' })
    run.complete()
    await over(feed)
    expect(await starting).toBe(true)
    expect(await find()).toMatchObject({ status: 'completed', end: { position: feed.length - 1 } })
    const told = await read(feed)
    expect(told.map(({ data }) => data['content'] ?? '').join('')).toBe(RESULT.answer)
    expect(told.at(-1)).toMatchObject({ type: 'research.completed', data: { answer: RESULT.answer } })
    expect(await balance()).toBe(290)
  })

  it('tells several runs apart, and each reader where it begins', async () => {
    const { jobs, engine, ask } = await open()
    const asked = [await ask('one'), await ask('two')]
    for (let runs = 0; runs < 2; runs += 1) {
      const run = await engine.nextRun()
      run.tell({ type: 'answer', content: `about ${run.task.query}` })
    }
    for (const [index, { id, feed }] of asked.entries()) {
      await vi.waitUntil(() => feed.length === 1)
      const later = jobs.follow(id)
      await vi.waitUntil(() => later?.length === 1)
      for (const one of [feed, later]) {
        expect(JSON.parse((await one?.load(0))?.[0] ?? '')).toMatchObject({
          data: { content: `about ${['one', 'two'][index]}` },
        })
      }
    }
  })

  it('stops what is cancelled', async () => {
    const { jobs, engine, ask, balance } = await open()
    const { id, feed, find } = await ask()
    const run = await engine.nextRun()
    run.tell(...answerOf(RESULT.answer).slice(0, 1))
    await vi.waitUntil(() => feed.length === 1)
    expect(await jobs.cancel(id)).toBe(true)
    await run.left
    await over(feed)
    expect(await find()).toMatchObject({ status: 'cancelled' })
    expect((await read(feed)).at(-1)).toMatchObject({ type: 'research.failed' })
    expect(await balance()).toBe(290)
    expect(await jobs.cancel(id)).toBe(true)
  })

  it.each([
    ['that breaks', { RESEARCH_TIMEOUT_MS: '60000' }, 'RESEARCH_FAILED'],
    ['that takes too long', { RESEARCH_TIMEOUT_MS: '300' }, 'RESEARCH_TIMEOUT'],
  ])('refunds research %s', async (_, more, code) => {
    const { engine, ask, balance } = await open(more)
    const { feed, find } = await ask()
    const run = await engine.nextRun()
    run.tell({ type: 'answer', content: 'Corals' })
    await vi.waitUntil(() => feed.length === 1)
    if (code === 'RESEARCH_FAILED') run.fail(new Error('broken'))
    await over(feed)
    expect(await find()).toMatchObject({ status: 'failed' })
    expect((await read(feed)).slice(1)).toMatchObject([{ type: 'research.failed', data: { error: { code } } }])
    expect(await balance()).toBe(300)
  })

  it('closes the tool calls of a run that breaks', async () => {
    const { engine, ask } = await open()
    const { feed } = await ask()
    const run = await engine.nextRun()
    const call = { tool_call_id: 'call_1', name: 'search', arguments: {}, iteration: 1 }
    run.tell({ type: 'tool_call.started', call })
    await vi.waitUntil(() => feed.length === 1)
    run.fail(new Error('broken'))
    await over(feed)
    const types = (await read(feed)).map(({ type }) => type)
    expect(types).toEqual(['research.tool_call.started', 'research.tool_call.completed', 'research.failed'])
  })

  it('cancels what nobody reads any more', async () => {
    const { engine, ask } = await open({ DISCONNECT_GRACE_MS: '50' })
    const { feed, find } = await ask()
    const reader = { feedChanged() {} }
    feed.watch(reader)
    const run = await engine.nextRun()
    feed.unwatch(reader)
    await run.left
    await vi.waitUntil(async () => (await find())?.status === 'cancelled', { timeout: 5_000 })
  })

  it('takes nothing more while it drains, and keeps no reader', async () => {
    const { jobs, engine, ask } = await open()
    const { feed } = await ask()
    await engine.nextRun()
    expect(jobs.accepting).toBe(true)
    await jobs.drain()
    expect(jobs.accepting).toBe(false)
    expect(feed.state).not.toBe('running')
  })
}
