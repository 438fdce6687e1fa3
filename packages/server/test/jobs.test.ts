import { describe, expect, it } from 'vitest'
import { createAdmission } from '../src/admission/admission.ts'
import type { AdmissionStore } from '../src/admission/ports.ts'
import { LocalFeed } from '../src/jobs/local/feed.ts'
import { createLocalJobs } from '../src/jobs/local/local-jobs.ts'
import type { EventLog, Feed, Job, Jobs, Outcome } from '../src/jobs/ports.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createScriptedEngine } from './support/scripted-engine.ts'

/** A log in memory that tells what was written to it. */
function createMemoryLog(): EventLog & { chunks: Map<number, readonly string[]> } {
  const chunks = new Map<number, readonly string[]>()
  return {
    chunks,
    async write(_id, first, envelopes) {
      chunks.set(first, envelopes)
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

const job: Job = {
  id: 'req_1',
  task: { query: 'q', level: 'low' },
  envelopes: { requestId: 'mine', includeThinking: false, includeToolCalls: false, metadata: undefined },
}

function jobsWith(engine = createScriptedEngine(), log: EventLog = createMemoryLog()) {
  const parts = { engine, events: log, clock: systemClock, log: silentLog }
  return createLocalJobs({ ...parts, timeoutMs: 60_000, graceMs: 60_000 })
}

const changed = (feed: Feed) =>
  new Promise<void>((resolve) => {
    const unwatch = feed.watch(() => {
      unwatch()
      resolve()
    })
  })

describe('a job', () => {
  it('tells its last envelope only when it is settled', async () => {
    const engine = createScriptedEngine()
    const { feed, start } = jobsWith(engine).prepare(job)
    const asked = Promise.withResolvers<Outcome>()
    const gate = Promise.withResolvers<void>()
    await start((outcome) => {
      asked.resolve(outcome)
      return gate.promise
    })
    const run = await engine.nextRun()
    run.complete()
    expect((await asked.promise).status).toBe('completed')
    const told = feed.length
    expect([feed.ended, feed.at(told - 1)]).toEqual([undefined, expect.stringContaining('research.answer.delta')])
    const end = changed(feed)
    gate.resolve()
    await end
    expect(feed.at(told)).toContain('research.completed')
  })

  it('that cannot be settled ends with PROXY_ERROR, completed or not', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const jobs = jobsWith(engine)
    const { feed, start } = jobs.prepare(job)
    await start(() => Promise.reject(new Error('locked')))
    while (!feed.ended) await changed(feed)
    expect(feed.at(feed.length - 1)).toMatch(/research\.failed.*PROXY_ERROR/)
  })

  it('is followed while it runs, and forgotten once it is stored or discarded', async () => {
    const engine = createScriptedEngine((run) => run.complete())
    const log = createMemoryLog()
    const jobs = jobsWith(engine, log)
    const { feed, start } = jobs.prepare(job)
    expect(jobs.follow('req_1')).toBe(feed)
    await start(async () => {})
    await jobs.drain()
    expect(jobs.follow('req_1')).toBeUndefined()
    expect(await log.length('req_1')).toBe(feed.length)
    const discarded = jobsWith()
    discarded.prepare(job).discard()
    await discarded.drain()
    expect(discarded.follow('req_1')).toBeUndefined()
  })
})

describe('a feed', () => {
  const parts = { readers: () => {}, failed: () => {} }

  it('moves what is old out of memory, and has it all the same', async () => {
    const log = createMemoryLog()
    const feed = new LocalFeed('req_1', { ...parts, log })
    const envelopes = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(2_000)}`)
    for (const envelope of envelopes) feed.append(envelope)
    await feed.store()
    expect(log.chunks.size).toBeGreaterThan(4)
    expect(feed.length).toBe(200)
    expect(feed.at(0)).toBeUndefined()
    for (const index of [0, 31, 32, 33, 150, 199]) expect((await feed.load(index))[0]).toBe(envelopes[index])
  })

  it('keeps in memory what the log does not take', async () => {
    const errors: unknown[] = []
    const log = { ...createMemoryLog(), write: () => Promise.reject(new Error('full')) }
    const feed = new LocalFeed('req_1', { ...parts, log, failed: (_id, error) => errors.push(error) })
    feed.append('{}')
    await feed.store()
    expect(feed.at(0)).toBe('{}')
    expect(errors).toHaveLength(1)
  })
})

describe('an admission', () => {
  const request = {
    ...{ query: 'q', level: 'low' as const, requestId: undefined, metadata: undefined },
    ...{ includeThinking: false, includeToolCalls: false },
  }
  const attempt = { id: 'req_1', accountId: 'a', request, resume: undefined, idempotencyKey: undefined }

  function admissionWith(jobs: Jobs, { inCharge = (): boolean => true, unfinished = [] as string[] } = {}) {
    const settled: [string, Outcome][] = []
    const admit = () => Promise.reject(new Error('connection lost'))
    const store = { admit, unfinished: async () => unfinished } as unknown as AdmissionStore
    const admission = createAdmission({
      ...{ store, events: createMemoryLog(), jobs, clock: systemClock, log: silentLog },
      inCharge,
      settle: async (id, outcome) => void settled.push([id, outcome]),
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
    const { admission, settled } = admissionWith(jobsWith(), { inCharge: () => false })
    expect(await admission.admit(attempt)).toMatchObject({ error: { code: 'PROXY_ERROR' } })
    expect(settled).toEqual([])
  })

  it('that was committed after its connection was given up is settled as one that runs nowhere', async () => {
    const jobs = jobsWith()
    jobs.prepare({ ...job, id: 'req_runs' })
    const { admission, settled } = admissionWith(jobs, { unfinished: ['req_runs', 'req_lost'] })
    expect(await admission.recover()).toBe(1)
    expect(settled).toEqual([['req_lost', { status: 'failed', code: 'PROXY_ERROR', unstarted: true }]])
  })

  it('whose answer the storage lost is settled and refunded, and leaves no job', async () => {
    const jobs = jobsWith()
    const { admission, settled } = admissionWith(jobs)
    await expect(admission.admit(attempt)).rejects.toThrow('connection lost')
    expect(settled).toEqual([['req_1', { status: 'failed', code: 'PROXY_ERROR', unstarted: true }]])
    expect(jobs.follow('req_1')).toBeUndefined()
  })
})
