import type { ResearchFailedEvent } from '#contract/events.ts'
import type { ErrorCode, ErrorType, FailureCode } from '#contract/types.ts'
import type { AccountStatus } from './account.ts'
import { brand } from './brand.ts'
import type { APIErrorFacts, ErrorFacts, RequestFacts } from './error-facts.ts'
import type { PartialResearch } from './partial.ts'

/** The first code found in `error` or its causes, such as `ECONNREFUSED`. */
function codeOf(error: unknown, depth = 0): string | undefined {
  const maxDepth = 4
  const { code, cause, errors } = Object(error)
  if (typeof code === 'string' && code) return code
  return depth < maxDepth && error ? codeOf(cause ?? errors?.[0], depth + 1) : undefined
}

/**
 * The base class of all errors of this package. Each class has a static `isInstance`, which also recognises errors of
 * another copy of the package. An abort by the caller is not one of them: it rejects with `signal.reason`.
 *
 * @example
 * ```ts
 * import { DeepResearch, InsufficientCreditsError, StreamError } from '@deep-research/sdk'
 *
 * try {
 *   await new DeepResearch().run({ query: 'How do vaccines work?' })
 * } catch (error) {
 *   if (InsufficientCreditsError.isInstance(error)) console.log(`Credits renew in ${error.retryAfterMs} ms.`)
 *   else if (StreamError.isInstance(error)) console.log(`Received so far: ${error.partial.answer_clean}`)
 *   else throw error
 * }
 * ```
 */
export class DeepResearchError<Facts extends ErrorFacts = ErrorFacts> extends Error {
  /** Whether a value is a `DeepResearchError`, also one of another copy of this package. */
  static readonly isInstance: (value: unknown) => value is DeepResearchError = brand(this, 'DeepResearchError')

  /** What went wrong, for programs; the service's own code if it sent one. */
  declare readonly code: string | undefined
  /** The service's id of the research, to quote when asking for help. */
  declare readonly id: string | undefined
  /** The caller's own `request_id`, or the one in its place, if an event has arrived. */
  declare readonly correlationId: string | undefined
  /** The method of the request, if there was one. */
  declare readonly method: string | undefined
  /** The URL of the request, which contains no secret. */
  declare readonly url: string | undefined
  /**
   * The idempotency key of the attempt: if it is sent again with this key, the service charges it once, provided that
   * it honours the key.
   */
  declare readonly idempotencyKey: string | undefined
  /** What the request was charged: 0 if it certainly cost nothing, undefined if that is unknown. */
  declare readonly creditsCharged: number | undefined
  /** The code of the system or the HTTP library in the cause, such as `ECONNREFUSED`. */
  declare readonly causeCode: string | undefined

  constructor(message: string, facts: Facts = {} as Facts) {
    const { cause, ...own }: ErrorFacts & { readonly partial?: PartialResearch } = facts
    super(message, cause ? { cause } : {})
    // Every fact becomes a field that its class declares; a class's own code is on its prototype.
    const code = own.code ?? this.code
    const { correlationId } = own.partial ?? {}
    const id = own.id ?? own.partial?.id
    for (const [name, value] of Object.entries({ ...own, code, id, correlationId, causeCode: codeOf(cause) })) {
      // Only known facts are enumerable, so that printing an error shows just these.
      Object.defineProperty(this, name, { value, enumerable: value !== undefined, writable: true })
    }
  }

  /** @deprecated Use `id` or `correlationId`. */
  get requestId(): string | undefined {
    return this.id ?? this.correlationId
  }

  /**
   * The error's own facts, for logs. Causes, headers, events and texts of the service are left out, its message too, so
   * that nothing of a caller's question or metadata is among them.
   */
  toJSON(): Record<string, unknown> {
    const { headers, body, partial, raw, event, ...facts } = this as Record<string, unknown>
    const message = event ? 'The research failed.' : 'status' in facts ? `HTTP ${facts['status']}` : this.message
    return { name: this.name, message, ...facts }
  }
}

/** The service answered with an error instead of a stream. */
export class APIError extends DeepResearchError<APIErrorFacts> {
  /** Whether a value is an `APIError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is APIError = brand(this, 'APIError')

  /** The HTTP status; 0 if a browser hides it. */
  declare readonly status: number
  /** The service's code; undefined if the body is not the service's JSON, such as a proxy's page. */
  declare readonly code: ErrorCode | (string & {}) | undefined
  /** The service's error type, such as `authentication_error`. */
  declare readonly type: ErrorType | (string & {}) | undefined
  /** The headers of the response. */
  declare readonly headers: Headers
  /** The text of the body, unchanged. */
  declare readonly body: string
  /** How long `Retry-After` asks to wait, in milliseconds; undefined without the header or if it is invalid. */
  declare readonly retryAfterMs: number | undefined
  /** What the response says about the account: on 402 and 429, if the service sends it. */
  declare readonly account: AccountStatus | undefined
}

/** 400: the request is invalid; `code` says what is wrong. */
export class BadRequestError extends APIError {
  /** Whether a value is a `BadRequestError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is BadRequestError = brand(this, 'BadRequestError')

  declare readonly status: 400
}

/** 401: the key is missing, malformed or revoked. */
export class AuthenticationError extends APIError {
  /** Whether a value is an `AuthenticationError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is AuthenticationError = brand(
    this,
    'AuthenticationError',
  )

  declare readonly status: 401
}

/** 402: the balance is too low. `retryAfterMs` is the time until credits renew; the client never waits for it. */
export class InsufficientCreditsError extends APIError {
  /** Whether a value is an `InsufficientCreditsError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is InsufficientCreditsError = brand(
    this,
    'InsufficientCreditsError',
  )

  declare readonly status: 402
}

/** 404: there is no such endpoint, or no such request to resume. */
export class NotFoundError extends APIError {
  /** Whether a value is a `NotFoundError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is NotFoundError = brand(this, 'NotFoundError')

  declare readonly status: 404
}

/** 429: the account runs as many requests as its tier allows, and the retries are used up or would take too long. */
export class RateLimitError extends APIError {
  /** Whether a value is a `RateLimitError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is RateLimitError = brand(this, 'RateLimitError')

  declare readonly status: 429
}

/** 5xx: the service or a proxy in front of it failed. */
export class ServerError extends APIError {
  /** Whether a value is a `ServerError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is ServerError = brand(this, 'ServerError')
}

/**
 * How far a request got: nothing was sent (`connect`), it was sent but not answered, so it may have been charged
 * (`headers`), or the response, which is not a stream, broke off (`body`).
 */
export type ConnectionPhase = 'connect' | 'headers' | 'body'

/** What the failure of a connection carries. */
export interface ConnectionFacts extends RequestFacts {
  /** How far the request came. */
  readonly phase: ConnectionPhase
  /** What `fetch` threw. */
  readonly cause?: unknown
}

/** There was no response, or an incomplete one. */
export class ConnectionError extends DeepResearchError<ConnectionFacts> {
  /** Whether a value is a `ConnectionError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is ConnectionError = brand(
    this,
    'ConnectionError',
    'CONNECTION_ERROR',
  )

  /** How far the request came: only after `connect` was nothing sent. */
  declare readonly phase: ConnectionPhase
}

/** No response headers arrived within `timeoutMs`. */
export class RequestTimeoutError extends ConnectionError {
  /** Whether a value is a `RequestTimeoutError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is RequestTimeoutError = brand(
    this,
    'RequestTimeoutError',
    'REQUEST_TIMEOUT',
  )
}

/** What the failure of a stream carries. */
export interface StreamFacts extends ErrorFacts {
  /** What had arrived by then. */
  readonly partial: PartialResearch
}

/** A stream began but did not end with a result. */
export class StreamError<Facts extends StreamFacts = StreamFacts> extends DeepResearchError<Facts> {
  /** Whether a value is a `StreamError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is StreamError = brand(this, 'StreamError')

  /** Everything that was delivered before. */
  declare readonly partial: PartialResearch
}

/** The service ended the research with `research.failed`. */
export class ResearchFailedError extends StreamError<StreamFacts & { readonly event: ResearchFailedEvent }> {
  /** Whether a value is a `ResearchFailedError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is ResearchFailedError = brand(
    this,
    'ResearchFailedError',
  )

  declare readonly code: FailureCode | (string & {}) | undefined
  /** The `research.failed` event. */
  declare readonly event: ResearchFailedEvent
}

/** Why a stream stopped without a last event. */
export type InterruptionReason = 'eof' | 'network' | 'idle' | 'done-without-result'

/** The stream stopped before `research.completed` or `research.failed`. */
export class StreamInterruptedError extends StreamError<StreamFacts & { readonly reason: InterruptionReason }> {
  /** Whether a value is a `StreamInterruptedError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is StreamInterruptedError = brand(
    this,
    'StreamInterruptedError',
    'STREAM_INTERRUPTED',
  )

  /**
   * `eof`: the connection was closed properly. `network`: it broke. `idle`: nothing arrived within `idleTimeoutMs`.
   * `done-without-result`: `[DONE]` arrived without a result.
   */
  declare readonly reason: InterruptionReason
}

/** What the failure of an unreadable stream carries. */
export interface ProtocolFacts extends Omit<StreamFacts, 'code'> {
  /** What arrived, as text. */
  readonly raw: string
  /** The number of the event within the stream; the first is 1. */
  readonly eventNumber: number
}

/**
 * The service sent something that breaks the protocol: no JSON, no envelope, another content type, or an event over the
 * size limit.
 */
export class StreamProtocolError extends StreamError<ProtocolFacts> {
  /** Whether a value is a `StreamProtocolError`, also one of another copy of this package. */
  static override readonly isInstance: (value: unknown) => value is StreamProtocolError = brand(
    this,
    'StreamProtocolError',
    'STREAM_PROTOCOL_ERROR',
  )

  /** The unreadable text; for an event over the size limit, an excerpt. */
  declare readonly raw: string
  /** The number of the event in the stream, from 1. */
  declare readonly eventNumber: number
}
