import type { RetrievedResearch } from '@deep-research/sdk/contract'
import type { Attempt } from '#request/checks.ts'
import { type Beginning, createRun, type Run } from './run.ts'

export interface Runs {
  begin(beginning: Beginning): Run
  /** The run with this `X-Request-Id`, if it belongs to this owner. */
  find(id: string, owner: string): Run | undefined
  /** The owner's run that an `Idempotency-Key` names, whatever its body. */
  named(name: string, owner: string, now: number): Run | undefined
  /** The run that an attempt joins by its `Idempotency-Key`; `other-body` if its body is another one. */
  attached(attempt: Attempt | undefined, owner: string, now: number): Run | 'other-body' | undefined
  /** Sets what a retrieval returns, whoever asks. */
  keep(research: RetrievedResearch): void
  kept(id: string): RetrievedResearch | undefined
  clear(): void
}

/** How long an `Idempotency-Key` is remembered. */
const ATTEMPT_MS = 24 * 60 * 60 * 1000

/** Remembers admitted research for resuming, retrieving, cancelling, and the `Idempotency-Key`. */
export function createRuns(): Runs {
  const byId = new Map<string, Run>()
  const byName = new Map<string, Run>()
  const kept = new Map<string, RetrievedResearch>()
  const keyOf = (owner: string, name: string) => `${owner} ${name}`
  const named: Runs['named'] = (name, owner, now) => {
    const run = byName.get(keyOf(owner, name))
    // A failed run was refunded, which frees its key.
    if (run === undefined || run.status === 'failed' || now - run.exchange.startedAt > ATTEMPT_MS) return undefined
    return run
  }
  return {
    begin(beginning) {
      const run = createRun(beginning)
      byId.set(run.exchange.id, run)
      if (run.attempt !== undefined) byName.set(keyOf(run.owner, run.attempt.name), run)
      return run
    },
    find(id, owner) {
      const run = byId.get(id)
      return run?.owner === owner ? run : undefined
    },
    named,
    attached(attempt, owner, now) {
      const run = attempt && named(attempt.name, owner, now)
      return run === undefined || run.attempt?.body === attempt?.body ? run : 'other-body'
    },
    keep: (research) => void kept.set(research.request_id, research),
    kept: (id) => kept.get(id),
    clear() {
      for (const run of byId.values()) run.cancel()
      byId.clear()
      byName.clear()
      kept.clear()
    },
  }
}
