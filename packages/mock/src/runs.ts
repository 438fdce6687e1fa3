import type { Exchange, Scenario } from '#scenario/scenario.ts'
import type { Attempt } from './checks.ts'

/** An admitted request, which outlives its connection. */
export interface Run {
  readonly scenario: Scenario
  readonly exchange: Exchange
  /** Whose it is: all keys of an account name the same owner. */
  readonly owner: string
  readonly attempt: Attempt | undefined
  /** Cancels it. */
  readonly controller: AbortController
}

export interface Runs {
  begin(run: Omit<Run, 'controller'>): Run
  /** The run of this `X-Request-Id`, where it is this owner's. */
  find(id: string, owner: string): Run | undefined
  /** The owner's run that an `Idempotency-Key` names, or that it was sent with another body. */
  attached(attempt: Attempt | undefined, owner: string, now: number): Run | 'other-body' | undefined
  clear(): void
}

/** How long an `Idempotency-Key` is remembered. */
const ATTEMPT_MS = 24 * 60 * 60 * 1000

/** Remembers admitted requests: for resuming, for cancelling, and for the `Idempotency-Key`. */
export function createRuns(): Runs {
  const byId = new Map<string, Run>()
  const byAttempt = new Map<string, Run>()
  const name = (owner: string, attempt: Attempt) => `${owner} ${attempt.name}`
  return {
    begin(parts) {
      const run: Run = { ...parts, controller: new AbortController() }
      byId.set(run.exchange.id, run)
      if (run.attempt !== undefined) byAttempt.set(name(run.owner, run.attempt), run)
      return run
    },
    find(id, owner) {
      const run = byId.get(id)
      return run?.owner === owner ? run : undefined
    },
    attached(attempt, owner, now) {
      const run = attempt && byAttempt.get(name(owner, attempt))
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
