import type { StreamEvent } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import type { DeepResearchError } from './errors.ts'

/** Which call of a client's method it is about: the same in all that its hooks are told. */
export interface CallInfo {
  readonly callId: string
}

/** A request about to be sent. Its headers never hold the key. */
export interface RequestInfo extends CallInfo {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** 0 for the first try, then one more for each retry or reconnection. */
  readonly attempt: number
}

/** An answer's head. */
export interface ResponseInfo extends CallInfo {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | undefined
  readonly attempt: number
}

/** A wait before another try of a request that was not answered as hoped. */
export interface RetryInfo extends CallInfo {
  readonly error: DeepResearchError
  /** From 1: which retry it is. */
  readonly attempt: number
  readonly delayMs: number
}

/** A wait before a stream that was lost is taken up again. */
export interface ResumeInfo extends CallInfo {
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
export interface Warning extends CallInfo {
  /**
   * `sequence`: a piece of answer is missing, repeated or out of order. `request-id`: an event names another request.
   * `answer-mismatch`: the pieces together are not the final answer. `shape`: a known event lacks a field.
   */
  readonly code: 'sequence' | 'request-id' | 'answer-mismatch' | 'shape'
  readonly message: string
  readonly requestId: string | undefined
}

/** How a call ended. Every call that was begun ends once. */
export interface EndInfo extends CallInfo {
  /** `aborted`: by its caller, who left the stream or whose signal fired. */
  readonly outcome: 'completed' | 'failed' | 'aborted'
  /** Why there is no result. */
  readonly error?: unknown
  readonly durationMs: number
  /** How many requests were sent, retries and reconnections among them. */
  readonly attempts: number
  readonly requestId: string | undefined
  /** What the service said that it charged. */
  readonly creditsCharged: number | undefined
}

/** Callbacks that observe. One that throws or rejects changes nothing; none is waited for. */
export interface Hooks {
  readonly onRequest?: ((request: RequestInfo) => unknown) | undefined
  readonly onResponse?: ((response: ResponseInfo) => unknown) | undefined
  readonly onRetry?: ((retry: RetryInfo) => unknown) | undefined
  readonly onResume?: ((resume: ResumeInfo) => unknown) | undefined
  readonly onEvent?: ((event: StreamEvent, call: CallInfo) => unknown) | undefined
  readonly onWarning?: ((warning: Warning) => unknown) | undefined
  readonly onEnd?: ((end: EndInfo) => unknown) | undefined
}

/** What a hook is told, but for the call's id. */
type Told<Name extends keyof Hooks> = Name extends 'onEvent'
  ? StreamEvent
  : Omit<Parameters<NonNullable<Hooks[Name]>>[0], 'callId'>

/** Tells all who observe one call. */
export interface Observers {
  readonly callId: string
  /** What tells them; undefined where nobody listens. */
  tell<Name extends keyof Hooks>(name: Name): ((told: Told<Name>) => void) | undefined
}

/** Calls a hook, whatever it does. */
function notify(hook: (...told: object[]) => unknown, ...told: object[]): void {
  try {
    const returned = hook(...told) as Partial<PromiseLike<unknown>> | null | undefined
    returned?.then?.(ignore, ignore)
  } catch {
    // Observing must not disturb.
  }
}

/** Joins those who observe one call. Names it, too. */
export function createObservers(...all: (Hooks | undefined)[]): Observers {
  // Random enough, also where `crypto.randomUUID` is not to be had.
  const callId = crypto.getRandomValues(new Uint32Array(4)).join('-')
  return {
    callId,
    tell(name) {
      const hooks = all.map((each) => each?.[name] as Parameters<typeof notify>[0]).filter(Boolean)
      if (hooks.length === 0) return undefined
      return (told) => {
        for (const hook of hooks) {
          if (name === 'onEvent') notify(hook, told, { callId })
          else notify(hook, { callId, ...told })
        }
      }
    },
  }
}
