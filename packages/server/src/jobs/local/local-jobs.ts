import { describeError } from '#kernel/log.ts'
import type { EventLog, Jobs } from '../ports.ts'
import { LocalFeed } from './feed.ts'
import { LocalJob, type LocalJobParts } from './local-job.ts'

export interface LocalJobsParts extends LocalJobParts {
  events: EventLog
  /** Milliseconds that a job goes on without a reader before it is cancelled. */
  graceMs: number
}

/** Jobs that run in this process. */
export function createLocalJobs(parts: LocalJobsParts): Jobs {
  const { events, log, graceMs } = parts
  const jobs = new Map<string, LocalJob>()
  let accepting = true
  return {
    get accepting() {
      return accepting
    },
    prepare(job) {
      let grace: NodeJS.Timeout | undefined
      const feed = new LocalFeed({
        id: job.id,
        log: events,
        readers: (count) => {
          clearTimeout(grace)
          if (count === 0 && !feed.ended) grace = setTimeout(() => local.end('cancelled'), graceMs)
        },
        failed: (error) => log.warn({ request_id: job.id, ...describeError(error) }, 'events were not stored'),
      })
      const local = new LocalJob(parts, job, feed)
      const forget = () => {
        clearTimeout(grace)
        jobs.delete(job.id)
      }
      jobs.set(job.id, local)
      local.done.wait().then(forget)
      return {
        feed,
        discard: () => local.discard(),
        start(settle) {
          const started = local.start(settle)
          // A job that was admitted just before the draining began ends with the others.
          if (!accepting) local.end('shutdown')
          return started
        },
      }
    },
    follow: (id) => jobs.get(id)?.feed,
    async cancel(id) {
      const job = jobs.get(id)
      job?.end('cancelled')
      await job?.settled.wait()
    },
    async drain() {
      accepting = false
      for (const job of jobs.values()) job.end('shutdown')
      await Promise.all([...jobs.values()].map(({ done }) => done.wait()))
    },
  }
}
