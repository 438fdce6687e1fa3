import type { Clock } from '#kernel/clock.ts'
import { chunksOf } from '../chunk.ts'
import type { Claim } from '../claim.ts'
import { type End, failedEnd } from '../failed-end.ts'
import type { ClaimedRun, Outcome, Settled } from '../ports.ts'
import { readAll } from '../read-all.ts'
import type { LossyEventLog } from '../redis/event-log.ts'
import type { RunStore } from '../run-store.ts'
import type { KeptEnd } from '../stored-feed.ts'

export interface ConcludeParts {
  runs: Pick<RunStore, 'claim'>
  events: Pick<LossyEventLog, 'fence' | 'read'>
  settle: (claim: Claim, end: End) => Promise<Settled | undefined>
  announceEnd: (id: string, end: KeptEnd) => void
  /** Tells whoever runs a request that it has ended. */
  stop: (id: string) => void
  clock: Clock
}

/** Ends a request from outside, whoever runs it; that worker can write no more. Does nothing if it has ended. */
export async function conclude(
  parts: ConcludeParts,
  id: string,
  outcome: Exclude<Outcome, { status: 'completed' }>,
): Promise<void> {
  const run = await parts.runs.claim(id, { engine: undefined, now: parts.clock.now() })
  if (run) await concludeClaimed(parts, run, outcome)
}

/** The same for a request that this process has claimed. */
export async function concludeClaimed(
  { events, settle, announceEnd, stop, clock }: ConcludeParts,
  { job: { claim, envelopes } }: ClaimedRun,
  outcome: Exclude<Outcome, { status: 'completed' }>,
): Promise<void> {
  const told = await toldOf(events, claim)
  const end = { ...failedEnd(outcome, envelopes, clock), position: told.length, unwritten: chunksOf(told) }
  const settled = await settle(claim, end)
  stop(claim.id)
  if (settled?.own) announceEnd(claim.id, end)
}

/** The envelopes of a request, to which nobody adds any more. None if the log does not answer. */
async function toldOf(events: ConcludeParts['events'], claim: Claim): Promise<string[]> {
  try {
    await events.fence(claim)
    return await readAll(events, claim.id)
  } catch {
    return []
  }
}
