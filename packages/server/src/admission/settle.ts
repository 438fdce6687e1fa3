import type { JobEnd, Outcome, Settled } from '#jobs/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Metrics } from '#kernel/metrics.ts'
import { Envelopes } from '#protocol/envelopes.ts'
import { FAILURE_MESSAGES } from '#protocol/failures.ts'
import type { AdmissionStore, Unfinished } from './ports.ts'

export interface SettleParts {
  store: AdmissionStore
  clock: Clock
  log: Log
  metrics: Metrics
  /** Milliseconds that the events of an ended request are kept. */
  resumeWindowMs: number
  /** Milliseconds that its result is kept, where that is longer. */
  resultRetentionMs: number
}

/** How a request ended, as it is stored. Without `position` its stream ends after the envelopes in the log. */
export type End = Omit<JobEnd, 'position'> & Partial<Pick<JobEnd, 'position'>>

/**
 * Ends a request in one transaction: what failed for the service's reasons is refunded, what the caller cancelled is
 * not. May be called again where its outcome is not known; a request that has ended stays as it is.
 * @returns how the request ended; undefined where there is none.
 * @throws what the storage threw.
 */
export type Settle = (id: string, end: End) => Promise<Settled | undefined>

export function createSettle(parts: SettleParts): Settle {
  const { store, clock, log, metrics, resumeWindowMs, resultRetentionMs } = parts
  return async (id, { outcome, last, position, unwritten }) => {
    const now = clock.now()
    const { status } = outcome
    const failure = outcome.status === 'failed' ? { failure: outcome.code } : {}
    const settled = await store.settle({
      ...{ id, status, last, unwritten, now },
      ...failure,
      ...(outcome.status === 'completed' && { usage: outcome.usage }),
      ...(position !== undefined && { position }),
      refund: status === 'failed',
      eventsUntil: now + resumeWindowMs,
      resultUntil: now + Math.max(resumeWindowMs, resultRetentionMs),
    })
    if (settled?.own) {
      metrics.researched(status, outcome.status === 'completed' ? outcome.usage.latency_ms : undefined)
      log.info({ request_id: id, status, ...failure }, 'request ended')
    }
    return settled
  }
}

/** How a request ends that no process is running, or that could not be started. */
export function endOfLost(
  { id, clientRequestId, metadata }: Unfinished,
  code: Extract<Outcome, { status: 'failed' }>['code'],
  clock: Clock,
): End {
  const options = { requestId: clientRequestId ?? id, includeThinking: false, includeToolCalls: false, metadata }
  const { last } = new Envelopes(options, clock).fail(code, FAILURE_MESSAGES[code])
  return { outcome: { status: 'failed', code }, last, unwritten: [] }
}
