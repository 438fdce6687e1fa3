import type { Outcome } from '#jobs/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { Metrics } from '#kernel/metrics.ts'
import type { AdmissionStore } from './ports.ts'

export interface SettleParts {
  store: AdmissionStore
  clock: Clock
  log: Log
  metrics: Metrics
  /** Milliseconds that the events of an ended request are kept. */
  resumeWindowMs: number
  /** Milliseconds before the first further attempt; each later one waits twice as long. Default: 500. */
  retryMs?: number
}

/**
 * Ends a request: what failed for the service's reasons is refunded, what the caller cancelled is not.
 * @throws what the storage threw; the request is then settled as failed, and refunded, as soon as it answers.
 */
export type Settle = (id: string, outcome: Outcome) => Promise<void>

/** Longest wait between two attempts, in milliseconds. */
const MAX_RETRY = 60_000

export function createSettle(parts: SettleParts): Settle {
  const { log, retryMs = 500 } = parts
  const retry = (id: string, wait: number) => {
    setTimeout(() => {
      const lost: Outcome = { status: 'failed', code: 'PROXY_ERROR', unstarted: true }
      settle(parts, id, lost).catch(() => retry(id, Math.min(wait * 2, MAX_RETRY)))
    }, wait).unref()
  }
  return async (id, outcome) => {
    try {
      await settle(parts, id, outcome)
    } catch (error) {
      log.error({ request_id: id, ...describeError(error) }, 'a request could not be settled')
      retry(id, retryMs)
      throw error
    }
  }
}

async function settle(parts: SettleParts, id: string, outcome: Outcome): Promise<void> {
  const { store, clock, log, metrics, resumeWindowMs } = parts
  const { status } = outcome
  const now = clock.now()
  const failure = outcome.status === 'failed' ? { failure: outcome.code } : {}
  const ended = await store.settle({
    id,
    status,
    ...failure,
    ...(outcome.status === 'completed' && { usage: outcome.usage }),
    refund: status === 'failed',
    release: outcome.status === 'failed' && outcome.unstarted === true,
    eventsUntil: now + resumeWindowMs,
    now,
  })
  if (!ended) return
  metrics.researched(status, outcome.status === 'completed' ? outcome.usage.latency_ms : undefined)
  log.info({ request_id: id, status, ...failure }, 'request ended')
}
