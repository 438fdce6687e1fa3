import type { ReasoningLevel, ResearchFailedData, ResearchResult } from './types.ts'

/** The status of a request: running, or one of three ways in which it ended. */
export type ResearchStatus = 'running' | 'completed' | 'failed' | 'cancelled'

/** The response to `GET /v1/research/<request id>`: an extension of the specification. */
export interface RetrievedResearch {
  /** The service's own id of the request, as in `X-Request-Id`. */
  request_id: string
  /** Present only if the request had a `request_id` of the caller's own. */
  client_request_id?: string | undefined
  /** How far the request is. */
  status: ResearchStatus
  /** How thoroughly it was asked for. */
  reasoning_level: ReasoningLevel
  /** The credits that the request was charged. */
  credits: number
  /** When the request was sent: ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** When it ended: ISO 8601, UTC, with milliseconds. Present only if it has ended. */
  ended_at?: string | undefined
  /**
   * The data of `research.completed`. Present only if `status` is `completed`, and for as long as the service keeps it.
   */
  result?: ResearchResult | undefined
  /** The error of `research.failed`. Present only if `status` is `failed`, and for as long as the service keeps it. */
  error?: ResearchFailedData['error'] | undefined
}
