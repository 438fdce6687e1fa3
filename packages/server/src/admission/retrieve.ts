import type { ResearchFailedData, ResearchResult, RetrievedResearch } from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
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
 * A request, with an estimate of when it will have ended. Whoever waits for it is to learn of its end at most half as
 * long after it as it took.
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

/** A request in the form of `GET /v1/research/<id>`, with its result for as long as that is kept. */
function describeRequest(request: KeptRequest): RetrievedResearch {
  const { id, clientRequestId, status, level, credits, startedAt, endedAt, end } = request
  return {
    request_id: id,
    ...(clientRequestId !== undefined && { client_request_id: clientRequestId }),
    status,
    reasoning_level: level,
    credits,
    created_at: new Date(startedAt).toISOString(),
    ...(endedAt !== undefined && { ended_at: new Date(endedAt).toISOString() }),
    ...(end && status === 'completed' && { result: dataOf<ResearchResult>(end.last) }),
    ...(end && status === 'failed' && { error: dataOf<ResearchFailedData>(end.last).error }),
  }
}

/** The content of an envelope that this service wrote. */
function dataOf<Data>(envelope: string): Data {
  return (JSON.parse(envelope) as { data: Data }).data
}
