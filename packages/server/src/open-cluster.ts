import type { ResearchEngine } from '@deep-research/engine'
import type { Settle } from '#admission/settle.ts'
import type { EventLog, Jobs } from '#jobs/ports.ts'
import { createBullQueue } from '#jobs/queue/bull-queue.ts'
import { conclude } from '#jobs/queue/conclude.ts'
import type { QueueWorker } from '#jobs/queue/queue.ts'
import { createQueuedJobs } from '#jobs/queue/queued-jobs.ts'
import { startSweeping } from '#jobs/queue/sweep-abandoned.ts'
import { startResearchWorker } from '#jobs/queue/worker.ts'
import { connectForCommands, connectForMessages } from '#jobs/redis/connect.ts'
import { answerForDocuments, askForDocuments, type FindDocument } from '#jobs/redis/documents.ts'
import { createRedisEventLog } from '#jobs/redis/event-log.ts'
import { watchEviction } from '#jobs/redis/eviction.ts'
import { announceEnd, announceTaken, createNewsDesk } from '#jobs/redis/news.ts'
import { createPresence } from '#jobs/redis/presence.ts'
import { announceStop, onStop } from '#jobs/redis/stops.ts'
import type { RunObserver } from '#jobs/run-observer.ts'
import { createTieredLog } from '#jobs/tiered-log.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { Storage } from '#storage/storage.ts'
import type { Settings } from './config.ts'
import { measureWrites } from './measure-writes.ts'

export interface ClusterParts {
  redisUrl: string
  settings: Settings
  storage: Pick<Storage, 'events' | 'runs'>
  settle: Settle
  observer: RunObserver
  /** Notes how long the log took to store a batch of events. */
  storedAfter: (ms: number) => void
  clock: Clock
  log: Log
}

/** What a process shares with others over Redis. */
export interface Cluster {
  jobs: Jobs
  events: EventLog
  /** Whether Redis is connected. */
  readonly reachable: boolean
  /** Asks the workers for a document. */
  findDocument: FindDocument
  /** Does research in this process, for requests of any process, and finds documents for them. */
  work(engine: ResearchEngine, find: FindDocument): QueueWorker
  close(): Promise<void>
}

/** Joins the processes that share a database and a Redis server. Redis need not answer yet. */
export function openCluster(parts: ClusterParts): Cluster {
  const { redisUrl, settings, storage, settle, observer, storedAfter, clock, log } = parts
  const { runs } = storage
  const commands = connectForCommands(redisUrl)
  watchEviction(commands, log)
  const messages = connectForMessages(redisUrl)
  const { resumeWindowMs, researchTimeoutMs } = settings
  const redisLog = createRedisEventLog(commands, { keptMs: researchTimeoutMs + resumeWindowMs })
  const events = measureWrites(createTieredLog(redisLog, storage.events), storedAfter)
  const queue = createBullQueue(redisUrl, log)
  const presence = createPresence(commands)
  const unannounced = (error: unknown) => log.warn(describeError(error), 'an announcement was not made')
  const ending = {
    ...{ runs, events, settle, clock },
    announceEnd(id: string, end: Parameters<typeof announceEnd>[2]) {
      announceEnd(commands, id, end).catch(unannounced)
      events.expire(id, resumeWindowMs).catch(unannounced)
    },
    stop: (id: string) => void announceStop(commands, id).catch(unannounced),
  }
  const desk = createNewsDesk(messages)
  const cancel = (id: string) => conclude(ending, id, { status: 'cancelled' })
  const jobs = createQueuedJobs({ queue, events, runs, desk, presence, cancel, clock, log })
  const closing = new AbortController()
  return {
    jobs,
    events,
    findDocument: askForDocuments(commands, messages, closing.signal),
    get reachable() {
      return commands.status === 'ready'
    },
    work(engine, find) {
      const stopAnswering = answerForDocuments(commands, messages, find)
      const sweeping = startSweeping({ runs, queue, clock, log })
      const worker = startResearchWorker({
        ...{ ...ending, engine, observer, queue, presence, log },
        ...{ timeoutMs: researchTimeoutMs, graceMs: settings.disconnectGraceMs, limit: settings.runsAtOnce },
        onStop: (stop) => onStop(messages, stop),
        announceTaken: (id) => void announceTaken(commands, id).catch(unannounced),
      })
      return {
        async close() {
          stopAnswering()
          sweeping.close()
          await worker.close()
        },
      }
    },
    async close() {
      closing.abort()
      jobs.close()
      await queue.close().catch(() => {})
      commands.disconnect()
      messages.disconnect()
    },
  }
}
