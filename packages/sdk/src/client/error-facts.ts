import type { ErrorCode, ErrorType } from '#contract/types.ts'
import type { AccountStatus } from './account.ts'

/** The request that an error is about. */
export interface RequestFacts {
  /** The method of the request. */
  readonly method?: string | undefined
  /** The address of the request. */
  readonly url?: string | undefined
  /** What named the attempt, if something did. */
  readonly idempotencyKey?: string | undefined
  /** 0 if it certainly cost nothing; undefined if that is not known. */
  readonly creditsCharged?: number | undefined
}

/** What every error has in addition to its message. */
export interface ErrorFacts extends RequestFacts {
  /** The code of the error, as the service or the client names it. */
  readonly code?: string | undefined
  /** The service's id of the research. */
  readonly id?: string | undefined
  /** What caused it. */
  readonly cause?: unknown
}

/** The contents of a response that is not a stream. */
export interface APIErrorFacts extends RequestFacts {
  /** The HTTP status. */
  readonly status: number
  /** The code of the response's error. */
  readonly code?: ErrorCode | (string & {}) | undefined
  /** The type of the response's error. */
  readonly type?: ErrorType | (string & {}) | undefined
  /** The headers of the response. */
  readonly headers: Headers
  /** The body of the response, as text. */
  readonly body: string
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** The service's id of the research. */
  readonly id?: string | undefined
  /** What the response says about the account. */
  readonly account?: AccountStatus | undefined
}
