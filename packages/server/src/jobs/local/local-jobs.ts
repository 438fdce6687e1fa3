import { describeError } from '#kernel/log.ts'
import { wait } from '#kernel/retry-pause.ts'
import type { EventLog, Job, Jobs, PreparedJob, SettleJob } from '../ports.ts'
import { readAll } from '../read-all.ts'
import type { RunStore } from '../run-store.ts'
import { Deadlines } from './deadlines.ts'
import { LocalFeed } from './feed.ts'
import { type Inherited, LocalJob, type LocalJobParts } from './local-job.ts'

export interface LocalJobsParts
  extends Omit<LocalJobParts, 'done' | 'signal' | 'settleWithinMs' | 'deadlines' | 'runs'> {
  runs: LocalJobParts['runs'] & Pick<RunStore, 'handBack'>
  events: EventLog
  /** Milliseconds after which a job fails with RESEARCH_TIMEOUT. */
  timeoutMs: number
  /** How long a job continues without a reader before it is cancelled, in milliseconds. */
  graceMs: number
}

/** How long the storage has to settle jobs when the service stops or a caller waits, in milliseconds. */
const SETTLE_WITHIN = 2_500

/** Runs jobs in this process. */
export function createLocalJobs(parts: LocalJobsParts): Jobs {
  const { engine, events, log, graceMs } = parts
  const jobs = new Map<string, LocalJob>()
  const done = (id: string) => void jobs.delete(id)
  const failed = (id: string, error: unknown) =>
    log.warn({ request_id: id, ...describeError(error) }, 'events were not stored')
  const readers = (id: string, count: number) => jobs.get(id)?.waitForReaders(count, graceMs)
  const overflowed = (id: string) => jobs.get(id)?.end('lost')
  const refused = (id: string) => jobs.get(id)?.end('taken over')
  const givingUp = new AbortController()
  const { signal } = givingUp
  const feedParts = { log: events, readers, failed, overflowed, refused, signal }
  const deadlines = new Deadlines(parts.timeoutMs)
  const jobParts = { ...parts, done, signal, deadlines, settleWithinMs: SETTLE_WITHIN }
  let accepting = true

  const prepare = (job: Job, inherited?: Inherited) => {
    const feed = new LocalFeed(job.claim, feedParts, inherited?.stored.length)
    const local = new LocalJob(jobParts, job, feed, inherited)
    jobs.set(job.claim.id, local)
    return local
  }
  const start = (local: LocalJob, settle: SettleJob) => {
    const started = local.start(settle)
    // A job that was admitted just before draining began ends together with the others.
    if (!accepting) local.end(isLeft(local) ? 'handed back' : 'shutdown')
    return started
  }
  /** Whether a job goes on in the next process: nobody here waits for it, and the engine can go on with its steps. */
  const isLeft = ({ attended }: LocalJob) => !attended && engine.fingerprint?.() !== undefined
  const settledOrLeft = async (job: LocalJob) => {
    await job.done.wait()
    // If this fails, the next process takes the request up nevertheless, as after a crash.
    if (job.handedBack) await parts.runs.handBack(job.claim).catch(() => {})
  }
  const offer = (local: LocalJob): PreparedJob => ({
    feed: local.feed,
    discard: () => local.discard(),
    start: (settle) => start(local, settle),
  })
  return {
    get accepting() {
      return accepting
    },
    runHere: true,
    get engine() {
      return engine.fingerprint?.()
    },
    prepare: (job) => offer(prepare(job)),
    async takeUp(run, settle) {
      if (run.engine === undefined || run.engine !== engine.fingerprint?.()) return false
      const stored = await readAll(events, run.job.claim.id)
      await start(prepare(run.job, { stored, steps: run.steps }), settle)
      return true
    },
    follow: (id) => jobs.get(id)?.feed,
    detach: (id) => jobs.get(id)?.detach(),
    async cancel(id) {
      const job = jobs.get(id)
      if (!job) return true
      job.end('cancelled')
      return await Promise.race([job.done.wait().then(() => true), wait(SETTLE_WITHIN, signal).then(() => false)])
    },
    leave() {
      for (const job of jobs.values()) job.end('taken over')
    },
    async drain() {
      accepting = false
      const ending = [...jobs.values()]
      for (const job of ending) job.end(isLeft(job) ? 'handed back' : 'shutdown')
      const settled = Promise.all(ending.map((job) => settledOrLeft(job)))
      await Promise.race([settled, wait(SETTLE_WITHIN, signal)])
      givingUp.abort()
      await settled
    },
  }
}
