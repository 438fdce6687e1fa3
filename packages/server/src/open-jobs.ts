import type { ResearchEngine } from '@deep-research/engine'
import type { Settle } from '#admission/settle.ts'
import { createLocalJobs } from '#jobs/local/local-jobs.ts'
import type { EventLog, Jobs } from '#jobs/ports.ts'
import type { FindDocument } from '#jobs/redis/documents.ts'
import type { RunObserver } from '#jobs/run-observer.ts'
import type { Clock } from '#kernel/clock.ts'
import { loadOptional } from '#kernel/load-optional.ts'
import type { Log } from '#kernel/log.ts'
import type { Storage } from '#storage/storage.ts'
import type { Settings } from './config.ts'
import { measureWrites } from './measure-writes.ts'

export interface OpenJobsParts {
  settings: Settings
  storage: Storage
  /** Undefined if other processes do the research. */
  engine: ResearchEngine | undefined
  /** Finds a document in the corpus of this process's engine. */
  findDocument: FindDocument
  settle: Settle
  observer: RunObserver
  /** Notes how long the log took to store a batch of events. */
  storedAfter: (ms: number) => void
  clock: Clock
  log: Log
}

/** The place where research runs. */
export interface OpenedJobs {
  jobs: Jobs
  events: EventLog
  /** Whether a request that is let in now can be run. */
  reachable(): boolean
  /** Finds a document in the corpus, which only the workers may have. */
  findDocument: FindDocument
  /** Takes requests of other processes from now on. */
  begin(): { close(): Promise<void> | void }
  close(): Promise<void> | void
}

const FOR_REDIS = { because: 'REDIS_URL is set', packages: 'bullmq ioredis' }

/** Runs research in this process or, with Redis, in all processes together. */
export async function openJobs(parts: OpenJobsParts): Promise<OpenedJobs> {
  const { settings, storage, engine, findDocument, settle, observer, storedAfter, clock, log } = parts
  const { redisUrl } = settings
  if (redisUrl !== undefined) {
    // The libraries for Redis are loaded only if it is configured.
    const { openCluster } = await loadOptional(() => import('./open-cluster.ts'), FOR_REDIS)
    const cluster = openCluster({ redisUrl, settings, storage, settle, observer, storedAfter, clock, log })
    const begin = () => (engine ? cluster.work(engine, findDocument) : { close() {} })
    const found = engine ? findDocument : cluster.findDocument
    return { ...cluster, reachable: () => cluster.reachable, findDocument: found, begin }
  }
  if (!engine) throw new Error('a process on its own needs an engine')
  const events = measureWrites(storage.events, storedAfter)
  const { runs } = storage
  const { researchTimeoutMs: timeoutMs, disconnectGraceMs: graceMs } = settings
  const jobs = createLocalJobs({ engine, events, runs, observer, clock, log, timeoutMs, graceMs })
  return { jobs, events, reachable: () => true, findDocument, begin: () => ({ close() {} }), close() {} }
}
