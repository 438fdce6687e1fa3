import type { Outcome } from '#jobs/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import { describeError, type Log } from '#kernel/log.ts'
import type { AdmissionStore } from './ports.ts'

export interface SettleParts {
  store: AdmissionStore
  clock: Clock
  log: Log
  /** Milliseconds before the first further attempt; each later one waits twice as long. Default: 500. */
  retryMs?: number
}

/** Longest wait between two attempts, in milliseconds. */
const MAX_RETRY = 60_000

/**
 * Ends requests: what failed for the service's reasons is refunded, what the caller cancelled is not.
 * @throws what the storage threw; the request is then settled as failed, and refunded, as soon as it answers.
 */
export type Settle = (id: string, outcome: Outcome) => Promise<void>

export function createSettle({ store, clock, log, retryMs = 500 }: SettleParts): Settle {
  const settle = async (id: string, outcome: Outcome) => {
    const { status } = outcome
    const failure = outcome.status === 'failed' ? { failure: outcome.code } : {}
    const usage = outcome.status === 'completed' ? { usage: outcome.usage } : {}
    await store.settle({ id, status, ...failure, ...usage, refund: status === 'failed', now: clock.now() })
    log.info({ request_id: id, status, ...failure }, 'request ended')
  }
  const retry = (id: string, wait: number) => {
    setTimeout(() => {
      settle(id, { status: 'failed', code: 'PROXY_ERROR' }).catch(() => retry(id, Math.min(wait * 2, MAX_RETRY)))
    }, wait).unref()
  }
  return async (id, outcome) => {
    try {
      await settle(id, outcome)
    } catch (error) {
      log.error({ request_id: id, ...describeError(error) }, 'a request could not be settled')
      retry(id, retryMs)
      throw error
    }
  }
}
