import type { ErrorCode, ErrorType, FailureCode, ResearchFailedEvent } from '#contract/types.ts'
import type { AccountStatus } from './account.ts'
import { brand } from './brand.ts'
import type { PartialResearch } from './partial.ts'

/** Which request an error is about. */
export interface RequestFacts {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly creditsCharged?: number | undefined
}

/** What every error carries beside its message. */
export interface ErrorFacts extends RequestFacts {
  readonly code?: string | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** The first code that `error` or what caused it has, as `ECONNREFUSED`. */
function codeOf(error: unknown, depth = 0): string | undefined {
  const maxDepth = 4
  const { code, cause, errors } = Object(error)
  if (typeof code === 'string' && code) return code
  return depth < maxDepth && error ? codeOf(cause ?? errors?.[0], depth + 1) : undefined
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
export class DeepResearchError<Facts extends ErrorFacts = ErrorFacts> extends Error {
  static readonly isInstance: (value: unknown) => value is DeepResearchError = brand(this, 'DeepResearchError')

  /** What went wrong, for programs: the service's own code where it gave one. */
  declare readonly code: string | undefined
  /** The service's id of the request, to quote when asking for help. */
  declare readonly requestId: string | undefined
  /** Of the request that it is about, where there was one. */
  declare readonly method: string | undefined
  /** Where that request went; it holds no secret. */
  declare readonly url: string | undefined
  /** What named the attempt: sent again with it, a research is charged once, where the service honours it. */
  declare readonly idempotencyKey: string | undefined
  /** What the request was charged: 0 where it surely cost nothing, undefined where that is not known. */
  declare readonly creditsCharged: number | undefined
  /** The code of the system or of the HTTP library in what caused it, as `ECONNREFUSED`. */
  declare readonly causeCode: string | undefined

  constructor(message: string, facts: Facts = {} as Facts) {
    const { cause, ...own }: ErrorFacts & { readonly partial?: PartialResearch } = facts
    super(message, cause ? { cause } : {})
    // Its class's code stands on the prototype.
    const code = own.code ?? this.code
    const requestId = own.requestId ?? own.partial?.requestId
    for (const [name, value] of Object.entries({ ...own, code, requestId, causeCode: codeOf(cause) })) {
      // Whoever prints the error sees what is known.
      Object.defineProperty(this, name, { value, enumerable: value !== undefined, writable: true })
    }
  }

  /** The error's own facts. Neither causes, headers nor texts of the service are among them: nothing secret can be. */
  toJSON(): Record<string, unknown> {
    const { headers, body, partial, raw, ...facts } = this as Record<string, unknown>
    return { name: this.name, message: this.message, ...facts }
  }
}

/**
 * The caller's own mistake: no key, a bad option, a browser without `dangerouslyAllowBrowser`. Nothing was sent, but
 * where a `fetch` of the caller's gave a body that cannot be read.
 */
export class ConfigurationError extends DeepResearchError {
  static override readonly isInstance: (value: unknown) => value is ConfigurationError = brand(
    this,
    'ConfigurationError',
    'CONFIGURATION_ERROR',
  )
}

/** Refuses an option or an argument that is not as it has to be. */
export function must(holds: unknown, name: string, what: string): asserts holds {
  if (!holds) throw new ConfigurationError(`${name} must be ${what}.`)
}

/** What an answer other than a stream said. */
export interface APIErrorFacts extends RequestFacts {
  readonly status: number
  readonly code?: ErrorCode | (string & {}) | undefined
  readonly type?: ErrorType | (string & {}) | undefined
  readonly headers: Headers
  readonly body: string
  readonly retryAfterMs?: number | undefined
  readonly requestId?: string | undefined
  readonly account?: AccountStatus | undefined
}

/** The service answered with an error instead of a stream. */
export class APIError extends DeepResearchError<APIErrorFacts> {
  static override readonly isInstance: (value: unknown) => value is APIError = brand(this, 'APIError')

  /** HTTP status; 0 where a browser hides it. */
  declare readonly status: number
  /** The service's code; undefined where the body is not the service's JSON, a proxy's page for instance. */
  declare readonly code: ErrorCode | (string & {}) | undefined
  /** The service's error type, as `authentication_error`. */
  declare readonly type: ErrorType | (string & {}) | undefined
  declare readonly headers: Headers
  /** The body's text as it came. */
  declare readonly body: string
  /** Milliseconds that `Retry-After` asks to wait; undefined without the header, or where it is nonsense. */
  declare readonly retryAfterMs: number | undefined
  /** What the answer told of the account: 402 and 429 of a service that does tell. */
  declare readonly account: AccountStatus | undefined
}

/** 400: the request is not valid; `code` says what is wrong. */
export class BadRequestError extends APIError {
  static override readonly isInstance: (value: unknown) => value is BadRequestError = brand(this, 'BadRequestError')

  declare readonly status: 400
}

/** 401: the key is missing, malformed or revoked. */
export class AuthenticationError extends APIError {
  static override readonly isInstance: (value: unknown) => value is AuthenticationError = brand(
    this,
    'AuthenticationError',
  )

  declare readonly status: 401
}

/** 402: the balance is too low. `retryAfterMs` says when credits renew; it is never waited for. */
export class InsufficientCreditsError extends APIError {
  static override readonly isInstance: (value: unknown) => value is InsufficientCreditsError = brand(
    this,
    'InsufficientCreditsError',
  )

  declare readonly status: 402
}

/** 404: no such endpoint, or no such request to resume. */
export class NotFoundError extends APIError {
  static override readonly isInstance: (value: unknown) => value is NotFoundError = brand(this, 'NotFoundError')

  declare readonly status: 404
}

/** 429: too many requests in flight for the account's tier, and the retries are used up or too far off. */
export class RateLimitError extends APIError {
  static override readonly isInstance: (value: unknown) => value is RateLimitError = brand(this, 'RateLimitError')

  declare readonly status: 429
}

/** 5xx: the service, or a proxy before it, has failed. */
export class ServerError extends APIError {
  static override readonly isInstance: (value: unknown) => value is ServerError = brand(this, 'ServerError')
}

/**
 * How far a request came: nothing was sent (`connect`), it was sent and there is no answer, so that it may have cost
 * credits (`headers`), or the answer, which is no stream, broke off (`body`).
 */
export type ConnectionPhase = 'connect' | 'headers' | 'body'

/** What a failure to get an answer carries. */
export interface ConnectionFacts extends RequestFacts {
  readonly phase: ConnectionPhase
  readonly cause?: unknown
}

/** There was no answer, or half of one. */
export class ConnectionError extends DeepResearchError<ConnectionFacts> {
  static override readonly isInstance: (value: unknown) => value is ConnectionError = brand(
    this,
    'ConnectionError',
    'CONNECTION_ERROR',
  )

  declare readonly phase: ConnectionPhase
}

/** No response headers within `timeoutMs`. */
export class RequestTimeoutError extends ConnectionError {
  static override readonly isInstance: (value: unknown) => value is RequestTimeoutError = brand(
    this,
    'RequestTimeoutError',
    'REQUEST_TIMEOUT',
  )
}

/** What a failure of a stream carries. */
export interface StreamFacts extends ErrorFacts {
  readonly partial: PartialResearch
}

/** A stream that began did not end with a result. */
export class StreamError<Facts extends StreamFacts = StreamFacts> extends DeepResearchError<Facts> {
  static override readonly isInstance: (value: unknown) => value is StreamError = brand(this, 'StreamError')

  /** Everything that had been delivered. */
  declare readonly partial: PartialResearch
}

/** The service ended the research with `research.failed`. */
export class ResearchFailedError extends StreamError<StreamFacts & { readonly event: ResearchFailedEvent }> {
  static override readonly isInstance: (value: unknown) => value is ResearchFailedError = brand(
    this,
    'ResearchFailedError',
  )

  declare readonly code: FailureCode | (string & {}) | undefined
  /** The `research.failed` event. */
  declare readonly event: ResearchFailedEvent
}

/** Why a stream stopped without an ending of its own. */
export type InterruptionReason = 'eof' | 'network' | 'idle' | 'done-without-result'

/** The stream stopped before `research.completed` or `research.failed`. */
export class StreamInterruptedError extends StreamError<StreamFacts & { readonly reason: InterruptionReason }> {
  static override readonly isInstance: (value: unknown) => value is StreamInterruptedError = brand(
    this,
    'StreamInterruptedError',
    'STREAM_INTERRUPTED',
  )

  /**
   * `eof`: the connection was closed in good order. `network`: it was torn. `idle`: nothing came within
   * `idleTimeoutMs`. `done-without-result`: `[DONE]` came without a result.
   */
  declare readonly reason: InterruptionReason
}

/** What a stream that cannot be read carries. */
export interface ProtocolFacts extends Omit<StreamFacts, 'code'> {
  readonly raw: string
  readonly eventNumber: number
}

/** What came is not what the service may send: no JSON, no envelope, another content type, an event over the limit. */
export class StreamProtocolError extends StreamError<ProtocolFacts> {
  static override readonly isInstance: (value: unknown) => value is StreamProtocolError = brand(
    this,
    'StreamProtocolError',
    'STREAM_PROTOCOL_ERROR',
  )

  /** The text that could not be read; of an event over the limit, an excerpt. */
  declare readonly raw: string
  /** Which event of the stream it is, from 1. */
  declare readonly eventNumber: number
}
