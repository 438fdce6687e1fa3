import { describe, expect, it, vi } from 'vitest'
import { createAdmission } from '../src/admission/admission.ts'
import type { AdmissionStore, KeptRequest } from '../src/admission/ports.ts'
import type { Claim } from '../src/jobs/claim.ts'
import type { End } from '../src/jobs/failed-end.ts'
import { readLines } from '../src/jobs/lines.ts'
import { LocalFeed } from '../src/jobs/local/feed.ts'
import { createLocalJobs, type LocalJobsParts } from '../src/jobs/local/local-jobs.ts'
import type { EventLog, Feed, Job, JobEnd, Jobs, Outcome, SettleJob } from '../src/jobs/ports.ts'
import type { RunStore } from '../src/jobs/run-store.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'

/** A log in memory that tells what was written to it. */
function createMemoryLog(): EventLog & { chunks: Map<number, readonly string[]> } {
  const chunks = new Map<number, readonly string[]>()
  return {
    chunks,
    async write(_claim, { first, lines }) {
      chunks.set(first, readLines(lines.toString()))
      return true
    },
    async read(_id, index) {
      for (const [first, envelopes] of chunks) {
        if (index >= first && index < first + envelopes.length) return envelopes.slice(index - first)
      }
      return undefined
    },
    length: async () => [...chunks.values()].reduce((sum, { length }) => sum + length, 0),
    sweep: async () => {},
  }
}

/** Takes every end as it is. */
const takes: SettleJob = async (_claim, { last }) => ({ last, own: true })

const claim = { id: 'req_1', epoch: 1 }

const job: Job = {
  claim,
  task: { query: 'q', level: 'low' },
  envelopes: { requestId: 'mine', includeThinking: false, includeToolCalls: false, metadata: undefined },
  attended: true,
}

function jobsWith(engine = createScriptedEngine(), more: Partial<LocalJobsParts> = {}) {
  const runs = {
    saveStep: async () => true,
    countTry: async () => 1,
    steps: async () => new Map(),
    handBack: async () => true,
  }
  const parts = { engine, events: createMemoryLog(), runs, clock: systemClock, log: silentLog }
  return createLocalJobs({ ...parts, timeoutMs: 60_000, graceMs: 60_000, ...more })
}

const changed = (feed: Feed) =>
  new Promise<void>((resolve) => {
    const watcher = {
      feedChanged() {
        feed.unwatch(watcher)
        resolve()
      },
    }
    feed.watch(watcher)
  })

/** Resolves when the feed does not run any more. */
async function over(feed: Feed): Promise<void> {
  while (feed.state === 'running') await changed(feed)
}

const lastOf = (feed: Feed) => feed.at(feed.length - 1)

describe('a job', () => {
  it('tells its last envelope only when it is settled, with all that is not written yet', async () => {
    const engine = createScriptedEngine()
    const { feed, start } = jobsWith(engine).prepare(job)
    const asked = Promise.withResolvers<JobEnd>()
    const gate = Promise.withResolvers<void>()
    await start(async (claim, end) => {
      expect(claim).toBe(job.claim)
      asked.resolve(end)
      await gate.promise
      return { last: end.last, own: true }
    })
    const run = await engine.nextRun()
    run.complete()
    const end = await asked.promise
    const told = feed.length
    const newest = (await feed.load(told - 1))[0]
    expect([feed.state, newest]).toEqual(['running', expect.stringContaining('research.answer.delta')])
    expect(end).toMatchObject({ outcome: { status: 'completed' }, position: told })
    const [chunk] = end.unwritten
    expect([end.unwritten.length, chunk?.first, chunk?.count]).toEqual([1, 0, told])
    gate.resolve()
    await over(feed)
    expect(feed.at(told)).toBe(end.last)
    expect(end.last).toContain('research.completed')
  })

  it('is settled again until the storage takes it, and tells nothing before', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const { feed, start } = jobsWith(engine).prepare(job)
    const ends: JobEnd[] = []
    await start(async (_claim, end) => {
      ends.push(end)
      expect(feed.state).toBe('running')
      if (ends.length < 3) throw new Error('locked')
      return { last: end.last, own: true }
    })
    await over(feed)
    expect(ends).toHaveLength(3)
    expect(new Set(ends.map(({ last }) => last)).size).toBe(1)
    expect(lastOf(feed)).toContain('research.completed')
  })

  it('tells the end that somebody else has stored', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const { feed, start } = jobsWith(engine).prepare(job)
    await start(async () => ({ last: '{"theirs":true}', own: false }))
    await over(feed)
    expect(lastOf(feed)).toBe('{"theirs":true}')
  })

  it('is cut where nobody knows its end any more', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const { feed, start } = jobsWith(engine).prepare(job)
    await start(async () => ({ last: undefined, own: false }))
    await over(feed)
    expect(feed.state).toBe('cut')
  })

  it('whose success the storage does not take for too long fails, and is refunded', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const { feed, start } = jobsWith(engine, { patienceMs: 0 }).prepare(job)
    const outcomes: Outcome[] = []
    await start(async (_claim, { outcome, last }) => {
      outcomes.push(outcome)
      if (outcome.status === 'completed') throw new Error('locked')
      return { last, own: true }
    })
    await over(feed)
    expect(outcomes.map(({ status }) => status)).toEqual(['completed', 'failed'])
    expect(lastOf(feed)).toMatch(/research\.failed.*PROXY_ERROR/)
  })

  it('is left to the next start where the storage does not answer while the service ends', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const jobs = jobsWith(engine)
    const { feed, start } = jobs.prepare(job)
    await start(() => new Promise(() => {}))
    await jobs.drain()
    expect([feed.state, jobs.follow('req_1')]).toEqual(['cut', undefined])
  })

  it('is followed while it runs, and forgotten once it is settled or discarded', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const jobs = jobsWith(engine)
    const { feed, start } = jobs.prepare(job)
    expect(jobs.follow('req_1')).toBe(feed)
    await start(takes)
    await over(feed)
    expect(jobs.follow('req_1')).toBeUndefined()
    const discarded = jobsWith()
    discarded.prepare(job).discard()
    await discarded.drain()
    expect(discarded.follow('req_1')).toBeUndefined()
  })

  it.each<[string, (jobs: Jobs) => unknown, RegExp]>([
    ['a shutdown', (jobs) => jobs.drain(), /SERVER_SHUTTING_DOWN/],
    ['another process that took over', (jobs) => jobs.leave(), /SERVER_RESTARTED/],
    ['its caller', (jobs) => jobs.cancel('req_1'), /RESEARCH_FAILED.*cancelled/],
  ])('is ended by %s', async (_, end, told) => {
    const jobs = jobsWith()
    const { feed, start } = jobs.prepare(job)
    await start(takes)
    await end(jobs)
    await over(feed)
    expect(lastOf(feed)).toMatch(told)
  })

  it('that cannot be settled is not said to be cancelled', async () => {
    const jobs = jobsWith()
    const { start } = jobs.prepare(job)
    await start(() => new Promise(() => {}))
    expect(await jobs.cancel('req_1')).toBe(false)
    expect(await jobs.cancel('req_other')).toBe(true)
  })
})

describe('a feed', () => {
  const parts = {
    ...{ readers: () => {}, failed: () => {}, overflowed: () => {}, refused: () => {} },
    signal: new AbortController().signal,
  }
  const pieces = (count: number) =>
    Array.from({ length: count }, (_, index) => JSON.stringify({ index, text: 'x'.repeat(2_000) }))
  it('moves what is old out of memory, and has it all the same', async () => {
    const log = createMemoryLog()
    const feed = new LocalFeed(claim, { ...parts, log })
    const envelopes = pieces(200)
    for (const envelope of envelopes) feed.append(envelope)
    await vi.waitUntil(() => log.chunks.size > 4)
    const [newest] = feed.close()
    expect(newest?.first).toBeGreaterThan(150)
    if (newest) await log.write(claim, newest)
    feed.end('last', true)
    expect([feed.length, feed.state, feed.at(0), feed.at(199), feed.at(200)]).toEqual([
      ...[201, 'ended', undefined, undefined, 'last'],
    ])
    for (const index of [0, 31, 32, 33, 150, 199]) expect((await feed.load(index))[0]).toBe(envelopes[index])
  })

  it('has what the log does not take written again until it does, in order', async () => {
    const errors: unknown[] = []
    const memory = createMemoryLog()
    let faults = 3
    const log: EventLog = {
      ...memory,
      async write(claim, chunk) {
        faults -= 1
        if (faults >= 0) throw new Error('full')
        return await memory.write(claim, chunk)
      },
    }
    const feed = new LocalFeed(claim, { ...parts, log, failed: (_id, error) => errors.push(error) })
    for (const envelope of pieces(100)) feed.append(envelope)
    expect(await feed.load(98)).toHaveLength(1)
    expect(await feed.load(0)).toHaveLength(33)
    expect(memory.chunks.size).toBe(0)
    await vi.waitUntil(() => memory.chunks.size === 3)
    expect(errors).toHaveLength(3)
    expect([...memory.chunks.keys()]).toEqual([0, 33, 66])
    expect(feed.close().map(({ first }) => first)).toEqual([99])
  })

  it('tells of more than may wait for the log', () => {
    let overflowed = 0
    const log = { ...createMemoryLog(), write: () => new Promise<never>(() => {}) }
    const feed = new LocalFeed(claim, { ...parts, log, overflowed: () => (overflowed += 1) })
    for (let index = 0; index < 256; index += 1) feed.append('x'.repeat(65_536))
    expect(overflowed).toBe(0)
    feed.append('x'.repeat(65_536))
    expect(overflowed).toBe(1)
  })

  it('leads every position to where it goes on', () => {
    const feed = new LocalFeed(claim, { ...parts, log: createMemoryLog() })
    for (const envelope of ['{"a":1}', '{"b":2}', '{"c":3}']) feed.append(envelope)
    expect([0, 2, 3, 9].map((after) => feed.start(after))).toEqual([0, 2, 3, 3])
    feed.close()
    feed.end('last', true)
    expect([0, 2, 3, 4, 9].map((after) => feed.start(after))).toEqual([0, 2, 3, 3, 3])
  })
})

describe('an admission', () => {
  const request = {
    ...{ query: 'q', level: 'low' as const, requestId: undefined, metadata: undefined },
    ...{ includeThinking: false, includeToolCalls: false },
  }
  const id = `req_${'1'.repeat(32)}`
  const caller = { onGone: () => () => {} }
  const attempt = { id, accountId: 'a', keyId: 'key_1', request, idempotencyKey: undefined, detached: false, caller }
  const kept: KeptRequest = {
    ...{ id, status: 'running', clientRequestId: undefined, level: 'low', credits: 10, startedAt: 0 },
    ...{ endedAt: undefined, eventsUntil: undefined, end: undefined },
  }
  const standing = { balance: 290, slots: 1, freeSlots: 0 }

  function admissionWith(jobs: Jobs, store: Partial<AdmissionStore> = {}, inCharge = (): boolean => true) {
    const events = createMemoryLog()
    events.chunks.set(0, ['{"a":1}', '{"b":2}', '{"c":3}'])
    const settled: [Claim, End][] = []
    const runs: Pick<RunStore, 'claim'> = {
      claim: async (id) => {
        return { job: { ...job, claim: { id, epoch: 2 } }, tries: 2, engine: undefined, steps: new Map() }
      },
    }
    const lost: Partial<AdmissionStore> = { admit: () => Promise.reject(new Error('connection lost')) }
    const admission = createAdmission({
      ...{ store: { ...lost, ...store } as AdmissionStore, runs, jobs, inCharge },
      ...{ events, clock: systemClock, log: silentLog },
      async settle(claim, end) {
        settled.push([claim, end])
        return { last: end.last, own: true }
      },
    })
    return { admission, settled }
  }

  it('of a draining service is refused with Retry-After before anything is charged', async () => {
    const jobs = jobsWith()
    await jobs.drain()
    const { admission, settled } = admissionWith(jobs)
    expect(await admission.admit(attempt)).toEqual({
      error: { code: 'PROXY_ERROR', message: expect.any(String), retryAfterSeconds: expect.any(Number) },
    })
    expect(settled).toEqual([])
  })

  it('is refused while another process may be in charge', async () => {
    const { admission, settled } = admissionWith(jobsWith(), {}, () => false)
    expect(await admission.admit(attempt)).toMatchObject({ error: { code: 'PROXY_ERROR' } })
    expect(settled).toEqual([])
  })

  it('that was committed after its connection was given up is settled as one that runs nowhere', async () => {
    const jobs = jobsWith()
    jobs.prepare({ ...job, claim: { id: 'req_runs', epoch: 1 } })
    const of = { clientRequestId: 'mine', metadata: undefined }
    const unfinished = ['req_runs', 'req_lost'].map((id) => ({ id, epoch: 1, ...of }))
    const { admission, settled } = admissionWith(jobs, { unfinished: async () => unfinished })
    expect(await admission.recover()).toEqual({ takenUp: 0, settled: 1 })
    expect(settled).toMatchObject([
      [{ id: 'req_lost', epoch: 2 }, { outcome: { status: 'failed', code: 'SERVER_RESTARTED' } }],
    ])
    expect(settled[0]?.[1].last).toMatch(/research\.failed.*"mine".*SERVER_RESTARTED/)
  })

  it('whose answer the storage lost is settled and refunded before it is refused, and leaves no job', async () => {
    const jobs = jobsWith()
    const { admission, settled } = admissionWith(jobs)
    await expect(admission.admit(attempt)).rejects.toThrow('connection lost')
    expect(settled).toMatchObject([[{ id, epoch: 1 }, { outcome: { status: 'failed', code: 'PROXY_ERROR' } }]])
    expect(jobs.follow(id)).toBeUndefined()
  })

  it.each([
    ['at once', () => {}],
    ['while the engine gets ready', (leave: () => void) => setImmediate(leave)],
  ])('of a caller that hangs up %s ends after the grace', async (_, hangUp) => {
    const engine = createScriptedEngine()
    const jobs = jobsWith(engine, { graceMs: 5 })
    const admit = async () => ({ kind: 'admitted' as const, standing })
    const { admission, settled } = admissionWith(jobs, { admit })
    const left = {
      onGone(leave: () => void) {
        if (hangUp.length === 0) leave()
        else hangUp(leave)
        return () => {}
      },
    }
    const admitted = await admission.admit({ ...attempt, caller: left })
    if ('error' in admitted) throw new Error('it was refused')
    // To follow the feed would be to read it.
    await vi.waitUntil(() => admitted.feed.state === 'ended')
    expect(settled).toMatchObject([[{ id, epoch: 1 }, { outcome: { status: 'cancelled' } }]])
  })

  it('keeps a caller’s place while it is there, and has it read before the grace begins', async () => {
    const jobs = jobsWith(createScriptedEngine(), { graceMs: 0 })
    const admit = async () => ({ kind: 'admitted' as const, standing })
    const admitted = await admissionWith(jobs, { admit }).admission.admit(attempt)
    if ('error' in admitted) throw new Error('it was refused')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(admitted.feed.state).toBe('running')
    expect(admitted.account).toEqual({ ...standing, charged: 10 })
    admitted.seated()
    await vi.waitUntil(() => admitted.feed.state === 'ended')
  })

  it('of the playground goes on when nobody reads it', async () => {
    const jobs = jobsWith(createScriptedEngine(), { graceMs: 0 })
    const admit = async () => ({ kind: 'admitted' as const, standing })
    const admitted = await admissionWith(jobs, { admit }).admission.admit({ ...attempt, keyId: undefined })
    if ('error' in admitted) throw new Error('it was refused')
    admitted.seated()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(admitted.feed.state).toBe('running')
  })

  it('elsewhere is neither cancelled nor resumed falsely', async () => {
    const { admission } = admissionWith(jobsWith(), {
      find: async () => kept,
      findNamed: async () => id,
      standing: async () => standing,
    })
    const refused = { code: 'PROXY_ERROR', retryAfterSeconds: expect.any(Number) }
    expect(await admission.cancel(id, 'a')).toMatchObject(refused)
    expect(await admission.cancelNamed('k', 'a')).toMatchObject(refused)
    expect(await admission.resume({ id, after: 0 }, 'a', false)).toMatchObject({ error: refused })
  })

  it('that ended a moment ago is not taken for one that runs elsewhere', async () => {
    let looks = 0
    const end = { position: 3, last: '{}' }
    const find = async (): Promise<KeptRequest> => {
      looks += 1
      return looks % 2 === 1 ? kept : { ...kept, status: 'completed', eventsUntil: Date.now() + 60_000, end }
    }
    const { admission } = admissionWith(jobsWith(), { find, standing: async () => standing })
    expect(await admission.cancel(id, 'a')).toBeUndefined()
    expect(await admission.resume({ id, after: 1 }, 'a', false)).toMatchObject({ from: 1, feed: { length: 4 } })
  })
})
