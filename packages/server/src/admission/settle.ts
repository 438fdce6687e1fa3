import type { Claim } from '#jobs/claim.ts'
import { type End, failedEnd } from '#jobs/failed-end.ts'
import type { Outcome, Settled } from '#jobs/ports.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Metrics } from '#kernel/metrics.ts'
import type { AdmissionStore, Unfinished } from './ports.ts'

export interface SettleParts {
  store: AdmissionStore
  clock: Clock
  log: Log
  metrics: Metrics
  /** How long the events of an ended request are kept, in milliseconds. */
  resumeWindowMs: number
  /** How long its result is kept, in milliseconds, if that is longer. */
  resultRetentionMs: number
}

/**
 * Ends a request in one transaction. What failed for the service's reasons is refunded, what the caller cancelled is
 * not. It can be called again if the outcome is unknown; a request that has ended, or that a later epoch owns, is left
 * as it is.
 * @returns how the request ended; undefined if there is no such request.
 * @throws what the storage threw.
 */
export type Settle = (claim: Claim, end: End) => Promise<Settled | undefined>

export function createSettle(parts: SettleParts): Settle {
  const { store, clock, log, metrics, resumeWindowMs, resultRetentionMs } = parts
  return async ({ id, epoch }, { outcome, last, position, unwritten }) => {
    const now = clock.now()
    const { status } = outcome
    const failure = outcome.status === 'failed' ? { failure: outcome.code } : {}
    const settled = await store.settle({
      ...{ id, epoch, status, last, unwritten, now },
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

/** How a request ends that runs in no process, or that could not be started. */
export function endOfLost(
  { id, clientRequestId, metadata }: Omit<Unfinished, 'epoch'>,
  code: Extract<Outcome, { status: 'failed' }>['code'],
  clock: Clock,
): End {
  const options = { requestId: clientRequestId ?? id, includeThinking: false, includeToolCalls: false, metadata }
  return failedEnd({ status: 'failed', code }, options, clock)
}
