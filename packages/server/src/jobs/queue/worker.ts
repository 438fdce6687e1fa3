import type { ResearchEngine } from '@deep-research/engine'
import { describeError } from '#kernel/log.ts'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { Claim } from '../claim.ts'
import { Deadlines } from '../local/deadlines.ts'
import { LocalJob, type LocalJobParts } from '../local/local-job.ts'
import type { ClaimedRun } from '../ports.ts'
import { readAll } from '../read-all.ts'
import type { LossyEventLog } from '../redis/event-log.ts'
import type { Presence } from '../redis/presence.ts'
import { WrittenFeed, type WrittenFeedParts } from '../redis/written-feed.ts'
import type { RunStore } from '../run-store.ts'
import { MOST_TRIES } from '../tries.ts'
import { type ConcludeParts, concludeClaimed } from './conclude.ts'
import type { QueueWorker, WorkQueue } from './queue.ts'

export interface ResearchWorkerParts
  extends ConcludeParts,
    Pick<LocalJobParts, 'clock' | 'log' | 'observer' | 'patienceMs'> {
  engine: ResearchEngine
  queue: Pick<WorkQueue, 'work'>
  runs: RunStore
  events: LossyEventLog
  presence: Pick<Presence, 'unread'>
  /** Tells whoever waits for it that a request is worked on. */
  announceTaken: (id: string) => void
  /** Calls a function with each request that has to stop; the returned function ends that. */
  onStop: (stop: (id: string) => void) => () => void
  /** Milliseconds after which a request fails with RESEARCH_TIMEOUT. */
  timeoutMs: number
  /** How long a request continues without a reader before it is cancelled, in milliseconds. */
  graceMs: number
  /** How many requests are worked on at once. */
  limit: number
}

/** How often a worker tries again if the database does not answer, before it leaves a request to others. */
const ATTEMPTS = 12

/** How often a worker looks whether its requests are read, in milliseconds. */
const LOOK_EVERY = 1_000

/** How often it notes that it works on them, in milliseconds. */
const NOTE_EVERY = 3_000

type Running = LocalJob<WrittenFeed>

/** Runs requests from the queue in this process. */
export function startResearchWorker(parts: ResearchWorkerParts): QueueWorker {
  const { queue, events, log, limit, onStop } = parts
  const running = new Map<string, Running>()
  const givingUp = new AbortController()
  const { signal } = givingUp
  let closing = false
  const feedParts: Omit<WrittenFeedParts, 'overflowed' | 'refused'> = {
    log: events,
    announceEnd: parts.announceEnd,
    failed: (id, error) => log.warn({ request_id: id, ...describeError(error) }, 'events were not stored'),
    owns: (claim) => parts.runs.owns(claim),
    signal,
  }
  const jobParts = { ...parts, signal, deadlines: new Deadlines(parts.timeoutMs), settleWithinMs: 0 }
  /**
   * If this process was silent for long, the queue may give it a request that it still runs. The earlier run then ends.
   */
  const open = (run: ClaimedRun, stored: string[]): Running => {
    const { claim } = run.job
    const { id } = claim
    const ownFeed = { ...feedParts, overflowed: () => job.end('lost'), refused: () => job.end('taken over') }
    const done = () => {
      if (running.get(id) === job) running.delete(id)
    }
    const feed = new WrittenFeed(claim, ownFeed, stored)
    const inherited = { stored, steps: run.steps }
    const job: Running = new LocalJob({ ...jobParts, done }, run.job, feed, inherited)
    running.get(id)?.end('taken over')
    running.set(id, job)
    return job
  }
  const handle = async (id: string) => {
    const run = await claimPatiently(parts, id, signal)
    if (!run) return 'done' as const
    parts.announceTaken(id)
    const stored = await prepare(parts, run)
    if (!stored) return 'done' as const
    const { claim } = run.job
    const job = open(run, stored)
    if (closing) job.end('handed back')
    await job.start(async (claim, end) => (await parts.settle(claim, end)) ?? { last: undefined, own: false })
    await job.done.wait()
    return job.handedBack && (await handBack(parts, claim)) ? ('hand back' as const) : ('done' as const)
  }
  const worker = queue.work(limit, handle)
  const unstop = onStop((id) => running.get(id)?.end('taken over'))
  const timer = watchReaders(running, parts)
  const noting = setInterval(() => {
    parts.runs.seen([...running.keys()], parts.clock.now()).catch(() => {})
  }, NOTE_EVERY).unref()
  return {
    async close() {
      closing = true
      clearInterval(timer)
      clearInterval(noting)
      for (const job of running.values()) job.end('handed back')
      await worker.close()
      unstop()
      givingUp.abort()
    },
  }
}

/** Takes a request over. Waits for a database that does not answer, but not for ever. */
async function claimPatiently(
  { runs, engine, clock }: ResearchWorkerParts,
  id: string,
  signal: AbortSignal,
): Promise<ClaimedRun | undefined> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await runs.claim(id, { engine: engine.fingerprint?.(), now: clock.now() })
    } catch (error) {
      if (failures === ATTEMPTS || !(await wait(retryPause(failures), signal))) throw error
    }
  }
}

/**
 * The envelopes that earlier owners of a request have written, which nobody but this worker adds to from now on.
 * Undefined if it cannot go on with the request, which then has ended.
 */
async function prepare(parts: ResearchWorkerParts, run: ClaimedRun): Promise<string[] | undefined> {
  const { engine, events } = parts
  const { claim } = run.job
  if (run.tries > MOST_TRIES) {
    await concludeClaimed(parts, run, { status: 'failed', code: 'RESEARCH_FAILED' })
    return undefined
  }
  const begun = claim.epoch > 1
  const promised = run.engine !== undefined && run.engine === engine.fingerprint?.()
  if (begun && !promised) {
    await concludeClaimed(parts, run, { status: 'failed', code: 'SERVER_RESTARTED' })
    return undefined
  }
  if (!begun) return []
  // While Redis is away the events cannot be read; the run then tells all of them again.
  await events.fence(claim).catch(() => undefined)
  return await readAll(events, claim.id)
}

async function handBack({ runs }: ResearchWorkerParts, claim: Claim): Promise<boolean> {
  return await runs.handBack(claim).catch(() => false)
}

/** Ends requests that nobody has read for the grace period. */
function watchReaders(
  running: ReadonlyMap<string, Running>,
  { presence, runs, graceMs }: Pick<ResearchWorkerParts, 'presence' | 'runs' | 'graceMs'>,
): NodeJS.Timeout {
  let since = new Map<string, number>()
  const look = async () => {
    const ids = [...running.values()].filter(({ attended }) => attended).map(({ id }) => id)
    const unread = ids.length > 0 ? await presence.unread(ids) : []
    const now = performance.now()
    since = new Map(unread.map((id) => [id, since.get(id) ?? now]))
    const due = [...since].filter(([, from]) => now - from >= graceMs).map(([id]) => id)
    // Somebody may have let it go on since this worker took it.
    const detached = await runs.detached(due)
    for (const id of due) {
      if (detached.has(id)) running.get(id)?.detach()
      else running.get(id)?.end('cancelled')
    }
  }
  return setInterval(() => {
    // While Redis is away nobody knows who reads, so each grace period begins anew.
    look().catch(() => since.clear())
  }, LOOK_EVERY).unref()
}
