import { type Job, Queue, WaitingError, Worker } from 'bullmq'
import { describeError, type Log } from '#kernel/log.ts'
import { Patience } from '#kernel/patience.ts'
import { wait } from '#kernel/retry-pause.ts'
import { reconnectPause, SILENT } from '../redis/connect.ts'
import type { Handle, QueueWorker, WorkQueue } from './queue.ts'

const NAME = 'research'
const PREFIX = 'dr'

/** How long adding a request may take, in milliseconds. */
const ADD_WITHIN = 2_000

/** A worker holds a request for this long after its last sign of life, in milliseconds. */
const LOCK = 10_000

/** How often workers look for requests whose worker died, in milliseconds. */
const CHECK_EVERY = 5_000

/** How long a worker waits for a request before it looks again, in seconds. */
const WAIT = 5

/** How often a request is given to another worker because its worker died. The database counts the tries, too. */
const MOST_STALLS = 3

/** How long a worker that is closed has to hand back what it has, in milliseconds. */
const CLOSE_WITHIN = 2_500

/** After so many milliseconds with waiting requests, free places and nothing taken, a worker counts as stuck. */
const STUCK_AFTER = 60_000

/** A queue in Redis, which must be one server with or without replicas: queues do not work well on a Redis Cluster. */
export function createBullQueue(url: string, log: Log): WorkQueue {
  const steady = { retryStrategy: reconnectPause, socketTimeout: SILENT, maxRetriesPerRequest: null }
  // The library asks Redis for its version once, and if that fails, the queue fails for as long as the process lives.
  // It would also print complaints that are no lines of the log.
  const options = { connection: { url, ...steady }, prefix: PREFIX, skipVersionCheck: true }
  const failFast = { ...options.connection, enableOfflineQueue: false, maxRetriesPerRequest: 0 }
  const queue = new Queue(NAME, { ...options, connection: failFast })
  queue.on('error', () => {})
  return {
    async add(id, rank) {
      const adding = queue.add('run', {}, { jobId: id, priority: rank, removeOnComplete: true, removeOnFail: true })
      adding.catch(() => {})
      const { promise: late, reject } = Promise.withResolvers<never>()
      const forget = new Patience(ADD_WITHIN).whenOver(() => reject(new Error('the queue does not answer')))
      await Promise.race([adding, late]).finally(forget)
    },
    async has(id) {
      const state = await queue.getJobState(id)
      return state !== 'unknown' && state !== 'failed' && state !== 'completed'
    },
    work: (limit, handle) => {
      const start = () => startWorker(options, limit, handle)
      return watch(queue, start, limit, log)
    },
    close: () => queue.close(),
  }
}

interface Started {
  worker: Worker
  /** How many requests are being worked on. */
  readonly active: number
  /** When a request was last taken, in the time of `performance.now()`. */
  readonly tookAt: number
}

function startWorker(
  options: { connection: object; prefix: string; skipVersionCheck: boolean },
  concurrency: number,
  handle: Handle,
): Started {
  let active = 0
  let tookAt = performance.now()
  const process = async (job: Job, token?: string) => {
    active += 1
    tookAt = performance.now()
    try {
      if ((await handle(String(job.id))) === 'done') return
      await job.moveToWait(token)
      throw new WaitingError()
    } finally {
      active -= 1
    }
  }
  const worker = new Worker(NAME, process, {
    ...options,
    concurrency,
    lockDuration: LOCK,
    stalledInterval: CHECK_EVERY,
    maxStalledCount: MOST_STALLS,
    drainDelay: WAIT,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  })
  worker.on('error', () => {})
  return {
    worker,
    get active() {
      return active
    },
    get tookAt() {
      return tookAt
    },
  }
}

/** Closes a worker. Without Redis the library would wait for ever, because a connection that is not there never ends. */
async function closeSoon(worker: Worker): Promise<void> {
  const closed = new AbortController()
  worker.close().finally(() => closed.abort())
  if (await wait(CLOSE_WITHIN, closed.signal)) worker.disconnect().catch(() => {})
}

/** Replaces a worker that takes nothing although there is something to take. */
function watch(queue: Queue, start: () => Started, limit: number, log: Log): QueueWorker {
  let started = start()
  const look = async () => {
    if (performance.now() - started.tookAt < STUCK_AFTER || started.active >= limit) return
    const waiting = await queue.getJobCountByTypes('waiting', 'prioritized')
    if (waiting === 0) return
    log.error({ waiting }, 'the worker takes no requests although some wait; it is replaced')
    const stuck = started
    started = start()
    await stuck.worker.close(true)
  }
  const timer = setInterval(() => {
    look().catch((error) => log.warn(describeError(error), 'the queue could not be looked at'))
  }, STUCK_AFTER / 4).unref()
  return {
    async close() {
      clearInterval(timer)
      await closeSoon(started.worker)
    },
  }
}
