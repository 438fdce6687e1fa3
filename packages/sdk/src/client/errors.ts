import type { ErrorCode, ErrorType, FailureCode, ResearchFailedEvent } from '#contract/types.ts'
import type { InterruptionReason } from '#stream/prove-ending.ts'
import { brand } from './brand.ts'
import type { PartialResearch } from './partial.ts'

/** What every error carries beside its message. */
export interface ErrorFacts {
  readonly code: string | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/**
 * What every error of this package is. Each class has a static `isInstance`, which recognises errors of another copy
 * of the package too. The caller's own abort is none of them: it rejects with `signal.reason`.
 *
 * @example
 * ```ts
 * import { DeepResearch, InsufficientCreditsError, StreamError } from '@deep-research/sdk'
 *
 * try {
 *   await new DeepResearch().run({ query: 'How do vaccines work?' })
 * } catch (error) {
 *   if (InsufficientCreditsError.isInstance(error)) console.log(`Credits renew in ${error.retryAfterMs} ms.`)
 *   else if (StreamError.isInstance(error)) console.log(`Came as far as: ${error.partial.answer_clean}`)
 *   else throw error
 * }
 * ```
 */
export class DeepResearchError extends Error {
  static readonly isInstance: (value: unknown) => value is DeepResearchError = brand(this, 'DeepResearchError')

  /** What went wrong, for programs: the service's own code where it gave one. */
  readonly code: string | undefined
  /** The service's id of the request, to quote when asking for help. */
  readonly requestId: string | undefined

  constructor(message: string, { code, requestId, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.requestId = requestId
  }

  /** The error's own facts. Neither causes nor headers are among them, so that nothing secret can be. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, code: this.code, message: this.message, requestId: this.requestId }
  }
}

/** The caller's own mistake: no key, a bad option, a browser without `dangerouslyAllowBrowser`. Nothing was sent. */
export class ConfigurationError extends DeepResearchError {
  static override readonly isInstance: (value: unknown) => value is ConfigurationError = brand(
    this,
    'ConfigurationError',
  )

  constructor(message: string) {
    super(message, { code: 'CONFIGURATION_ERROR' })
  }
}

/** What an answer other than a stream said. */
export interface APIErrorFacts {
  readonly status: number
  readonly code?: ErrorCode | (string & {}) | undefined
  readonly type?: ErrorType | (string & {}) | undefined
  readonly headers: Headers
  readonly body: string
  readonly retryAfterMs?: number | undefined
  readonly requestId?: string | undefined
}

/** The service answered with an error instead of a stream. */
export class APIError extends DeepResearchError {
  static override readonly isInstance: (value: unknown) => value is APIError = brand(this, 'APIError')

  /** HTTP status; 0 where a browser hides it. */
  readonly status: number
  /** The service's code; undefined where the body is not the service's JSON, a proxy's page for instance. */
  declare readonly code: ErrorCode | (string & {}) | undefined
  /** The service's error type, as `authentication_error`. */
  readonly type: ErrorType | (string & {}) | undefined
  readonly headers: Headers
  /** The body's text as it came. */
  readonly body: string
  /** Milliseconds that `Retry-After` asks to wait; undefined without the header, or where it is nonsense. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, facts: APIErrorFacts) {
    super(message, { code: facts.code, requestId: facts.requestId })
    this.status = facts.status
    this.type = facts.type
    this.headers = facts.headers
    this.body = facts.body
    this.retryAfterMs = facts.retryAfterMs
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), status: this.status, type: this.type, retryAfterMs: this.retryAfterMs }
  }
}

/** 400: the request is not valid; `code` says what is wrong. */
export class BadRequestError extends APIError {
  static override readonly isInstance: (value: unknown) => value is BadRequestError = brand(this, 'BadRequestError')
}

/** 401: the key is missing, malformed or revoked. */
export class AuthenticationError extends APIError {
  static override readonly isInstance: (value: unknown) => value is AuthenticationError = brand(
    this,
    'AuthenticationError',
  )
}

/** 402: the balance is too low. `retryAfterMs` says when credits renew; it is never waited for. */
export class InsufficientCreditsError extends APIError {
  static override readonly isInstance: (value: unknown) => value is InsufficientCreditsError = brand(
    this,
    'InsufficientCreditsError',
  )
}

/** 404: no such endpoint, or no such request to resume. */
export class NotFoundError extends APIError {
  static override readonly isInstance: (value: unknown) => value is NotFoundError = brand(this, 'NotFoundError')
}

/** 429: too many requests in flight for the account's tier, and the retries are used up or too far off. */
export class RateLimitError extends APIError {
  static override readonly isInstance: (value: unknown) => value is RateLimitError = brand(this, 'RateLimitError')
}

/** 5xx: the service, or a proxy before it, has failed. */
export class ServerError extends APIError {
  static override readonly isInstance: (value: unknown) => value is ServerError = brand(this, 'ServerError')
}

/** How far a request came: nothing was sent, or it was sent and there is no answer, so that it may have cost credits. */
export type ConnectionPhase = 'connect' | 'headers'

/** What a failure to get an answer carries. */
export interface ConnectionFacts {
  readonly phase: ConnectionPhase
  readonly cause?: unknown
}

/** There was no answer. */
export class ConnectionError extends DeepResearchError {
  static override readonly isInstance: (value: unknown) => value is ConnectionError = brand(this, 'ConnectionError')

  readonly phase: ConnectionPhase

  constructor(message: string, { phase, cause }: ConnectionFacts, code = 'CONNECTION_ERROR') {
    super(message, { code, cause })
    this.phase = phase
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), phase: this.phase }
  }
}

/** No response headers within `timeoutMs`. */
export class RequestTimeoutError extends ConnectionError {
  static override readonly isInstance: (value: unknown) => value is RequestTimeoutError = brand(
    this,
    'RequestTimeoutError',
  )

  constructor(message: string, facts: ConnectionFacts) {
    super(message, facts, 'REQUEST_TIMEOUT')
  }
}

/** What a failure of a stream carries. */
export interface StreamFacts extends ErrorFacts {
  readonly partial: PartialResearch
}

/** A stream that began did not end with a result. */
export class StreamError extends DeepResearchError {
  static override readonly isInstance: (value: unknown) => value is StreamError = brand(this, 'StreamError')

  /** Everything that had been delivered. */
  readonly partial: PartialResearch

  constructor(message: string, facts: StreamFacts) {
    super(message, { ...facts, requestId: facts.requestId ?? facts.partial.requestId })
    this.partial = facts.partial
  }
}

/** The service ended the research with `research.failed`. */
export class ResearchFailedError extends StreamError {
  static override readonly isInstance: (value: unknown) => value is ResearchFailedError = brand(
    this,
    'ResearchFailedError',
  )

  declare readonly code: FailureCode | (string & {}) | undefined
  /** The `research.failed` event. */
  readonly event: ResearchFailedEvent

  constructor(message: string, { event, ...facts }: StreamFacts & { readonly event: ResearchFailedEvent }) {
    super(message, facts)
    this.event = event
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), event: this.event }
  }
}

/** The stream stopped before `research.completed` or `research.failed`. */
export class StreamInterruptedError extends StreamError {
  static override readonly isInstance: (value: unknown) => value is StreamInterruptedError = brand(
    this,
    'StreamInterruptedError',
  )

  /**
   * `eof`: the connection was closed in good order. `network`: it was torn. `idle`: nothing came within
   * `idleTimeoutMs`. `done-without-result`: `[DONE]` came without a result.
   */
  readonly reason: InterruptionReason

  constructor(message: string, { reason, ...facts }: Omit<StreamFacts, 'code'> & { reason: InterruptionReason }) {
    super(message, { ...facts, code: 'STREAM_INTERRUPTED' })
    this.reason = reason
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), reason: this.reason }
  }
}

/** What a stream that cannot be read carries. */
export interface ProtocolFacts extends Omit<StreamFacts, 'code'> {
  readonly raw: string
  readonly eventNumber: number
}

/** What came is not what the service may send: no JSON, no envelope, another content type, an event over the limit. */
export class StreamProtocolError extends StreamError {
  static override readonly isInstance: (value: unknown) => value is StreamProtocolError = brand(
    this,
    'StreamProtocolError',
  )

  /** The text that could not be read; of an event over the limit, an excerpt. */
  readonly raw: string
  /** Which event of the stream it is, from 1. */
  readonly eventNumber: number

  constructor(message: string, { raw, eventNumber, ...facts }: ProtocolFacts) {
    super(message, { ...facts, code: 'STREAM_PROTOCOL_ERROR' })
    this.raw = raw
    this.eventNumber = eventNumber
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), eventNumber: this.eventNumber }
  }
}
