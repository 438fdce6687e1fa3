import type { RetrievedResearch } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { describeRequest } from './describe-request.ts'
import type { AdmissionStore, KeptRequest } from './ports.ts'
import { estimateRetryAfter, RECENT } from './retry-after.ts'

/** A request as its caller sees it. */
export interface Retrieved {
  research: RetrievedResearch
  /** When to ask again about a request that is running. */
  retryAfterSeconds?: number
}

/** The longest wait between two questions, in seconds. */
const ASK_AGAIN_WITHIN = 30

/**
 * A request, with an estimate of when it will have ended. A caller that asks again when it is told to learns of the end
 * late by at most half of the time that the request took.
 */
export async function retrieved(
  { store, clock }: { store: Pick<AdmissionStore, 'durations'>; clock: Clock },
  request: KeptRequest,
): Promise<Retrieved> {
  const research = describeRequest(request)
  if (request.status !== 'running') return { research }
  const { level } = request
  const seconds = estimateRetryAfter([request], { [level]: await store.durations(level, RECENT) }, clock.now())
  const half = 1 + Math.floor((clock.now() - request.startedAt) / 2_000)
  return { research, retryAfterSeconds: Math.min(seconds, half, ASK_AGAIN_WITHIN) }
}
