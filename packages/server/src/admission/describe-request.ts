import type { ResearchFailedData, ResearchResult, RetrievedResearch } from '@deep-research/sdk/contract'
import type { KeptRequest } from './ports.ts'

/** A request in the form of `GET /v1/research/<id>`, with its result for as long as that is kept. */
export function describeRequest(request: KeptRequest): RetrievedResearch {
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

/** The same of a request that has ended, without the texts of its result: only what it used, and the caller's notes. */
export function describeEnd(request: KeptRequest): object {
  const { result, ...described } = describeRequest(request)
  if (!result) return described
  const { usage, metadata } = result
  return { ...described, result: { usage, ...(metadata && { metadata }) } }
}

/** The content of an envelope that this service wrote. */
function dataOf<Data>(envelope: string): Data {
  return (JSON.parse(envelope) as { data: Data }).data
}
