import type { Exchange, Scenario } from '#scenario/scenario.ts'
import type { Accepted, Attempt } from './checks.ts'

/** An admitted request, which outlives its connection. */
export interface Run {
  readonly scenario: Scenario
  readonly exchange: Exchange
  readonly key: string
  readonly attempt: Attempt | undefined
  /** Cancels it. */
  readonly controller: AbortController
}

export interface Runs {
  begin(run: Omit<Run, 'controller'>): Run
  /** The run of this `X-Request-Id`, where it is this key's. */
  find(id: string, key: string): Run | undefined
  /** The run that an `Idempotency-Key` names, or that the key was sent with another body. */
  attached(accepted: Accepted, now: number): Run | 'other-body' | undefined
  clear(): void
}

/** How long an `Idempotency-Key` is remembered. */
const ATTEMPT_MS = 24 * 60 * 60 * 1000

/** Remembers admitted requests: for resuming, for cancelling, and for the `Idempotency-Key`. */
export function createRuns(): Runs {
  const byId = new Map<string, Run>()
  const byAttempt = new Map<string, Run>()
  const name = (key: string, attempt: Attempt) => `${key} ${attempt.name}`
  return {
    begin(parts) {
      const run: Run = { ...parts, controller: new AbortController() }
      byId.set(run.exchange.id, run)
      if (run.attempt !== undefined) byAttempt.set(name(run.key, run.attempt), run)
      return run
    },
    find(id, key) {
      const run = byId.get(id)
      return run?.key === key ? run : undefined
    },
    attached({ key, attempt }, now) {
      const run = attempt && byAttempt.get(name(key, attempt))
      if (run === undefined || now - run.exchange.startedAt > ATTEMPT_MS) return undefined
      return run.attempt?.body === attempt?.body ? run : 'other-body'
    },
    clear() {
      for (const run of byId.values()) run.controller.abort()
      byId.clear()
      byAttempt.clear()
    },
  }
}
