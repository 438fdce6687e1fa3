import type { FailureCode } from '@deep-research/sdk/contract'

/** What the client of a stream is told about each kind of failure. */
export const FAILURE_MESSAGES: Record<FailureCode, string> = {
  PROXY_ERROR: 'The connection to the research backend was lost. The credits were refunded.',
  RESEARCH_FAILED: 'The research failed. The credits were refunded.',
  RESEARCH_TIMEOUT: 'The research took too long and was stopped. The credits were refunded.',
  SERVER_SHUTTING_DOWN: 'The service is shutting down. The credits were refunded; send the request again.',
  SERVER_RESTARTED: 'The service restarted during the research. The credits were refunded; send the request again.',
}

/** What it is told if neither the result nor a refund can be stored, because the database is gone. */
export const UNBOOKED_MESSAGE =
  'The service lost its database. The result was not kept, and no refund could be booked; ask the operator.'

/** What it is told about a cancelled request, which is not refunded. */
export const CANCELLED_MESSAGE = 'The research was cancelled.'
