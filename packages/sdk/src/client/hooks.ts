import type { StreamEvent } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import type { DeepResearchError } from './errors.ts'

/** A request about to be sent. Its headers never hold the key. */
export interface RequestInfo {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** 0 for the first try, then one more for each retry or reconnection. */
  readonly attempt: number
}

/** An answer's head. */
export interface ResponseInfo {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | undefined
  readonly attempt: number
}

/** A wait before another try of a request that brought no stream. */
export interface RetryInfo {
  readonly error: DeepResearchError
  /** From 1: which retry it is. */
  readonly attempt: number
  readonly delayMs: number
}

/** A wait before a stream that was lost is taken up again. */
export interface ResumeInfo {
  /** Why this reconnection is needed: what became of the stream, or of the last try to resume it. */
  readonly error: DeepResearchError
  /** From 1: which reconnection of this stream it is. */
  readonly attempt: number
  readonly delayMs: number
  /** How many events had come. */
  readonly received: number
  readonly requestId: string
}

/** Something in a stream that is not as specified, and does not stop it. */
export interface Warning {
  /**
   * `sequence`: a piece of answer is missing, repeated or out of order. `request-id`: an event names another request.
   * `answer-mismatch`: the pieces together are not the final answer. `shape`: a known event lacks a field.
   */
  readonly code: 'sequence' | 'request-id' | 'answer-mismatch' | 'shape'
  readonly message: string
  readonly requestId: string | undefined
}

/** Callbacks that observe. One that throws or rejects changes nothing; none is waited for. */
export interface Hooks {
  readonly onRequest?: ((request: RequestInfo) => unknown) | undefined
  readonly onResponse?: ((response: ResponseInfo) => unknown) | undefined
  readonly onRetry?: ((retry: RetryInfo) => unknown) | undefined
  readonly onResume?: ((resume: ResumeInfo) => unknown) | undefined
  readonly onEvent?: ((event: StreamEvent) => unknown) | undefined
  readonly onWarning?: ((warning: Warning) => unknown) | undefined
}

/** Calls a hook, whatever it does. */
export function notify<Info>(hook: ((info: Info) => unknown) | undefined, info: Info): void {
  try {
    const returned = hook?.(info) as Partial<PromiseLike<unknown>> | null | undefined
    returned?.then?.(ignore, ignore)
  } catch {
    // Observing must not disturb.
  }
}
