import type { StreamEvent } from '#stream/decode-event.ts'
import { ignore } from '#stream/ignore.ts'
import { newKey } from '#stream/new-key.ts'
import type { DeepResearchError } from './errors.ts'

/** Identifies the call: the same in everything that its hooks receive. */
export interface CallInfo {
  /** The same for all hooks of one call. */
  readonly callId: string
}

/** A request that is about to be sent. Its headers never contain the key. */
export interface RequestInfo extends CallInfo {
  /** The method of the request. */
  readonly method: string
  /** The address of the request. */
  readonly url: string
  /** The headers, without the key. */
  readonly headers: Readonly<Record<string, string>>
  /** 0 for the first attempt, plus one for each retry or reconnection. */
  readonly attempt: number
}

/** The head of a response. */
export interface ResponseInfo extends CallInfo {
  /** The address of the request. */
  readonly url: string
  /** The HTTP status. */
  readonly status: number
  /** The headers of the response. */
  readonly headers: Headers
  /** The service's id of the research. */
  readonly id: string | undefined
  /** @deprecated Use `id`. */
  readonly requestId: string | undefined
  /** That of the request: 0 for the first attempt. */
  readonly attempt: number
}

/** A wait before another attempt. */
export interface RetryInfo extends CallInfo {
  /** Why another attempt is made. */
  readonly error: DeepResearchError
  /** The number of the retry, from 1. */
  readonly attempt: number
  /** How long the client waits before it, in milliseconds. */
  readonly delayMs: number
}

/** A wait before a lost stream is resumed. */
export interface ResumeInfo extends CallInfo {
  /** Why this reconnection is needed: what happened to the stream, or to the last attempt to resume it. */
  readonly error: DeepResearchError
  /** The number of the reconnection of this stream, from 1. */
  readonly attempt: number
  /** How long the client waits before it, in milliseconds. */
  readonly delayMs: number
  /** How many events had arrived. */
  readonly received: number
  /** The service's id of the research. */
  readonly id: string
  /** @deprecated Use `id`. */
  readonly requestId: string
}

/** A deviation from the specification that does not stop the stream. */
export interface Warning extends CallInfo {
  /**
   * `sequence`: a piece of the answer is missing, repeated or out of order. `request-id`: an event names another
   * request. `answer-mismatch`: the pieces do not add up to the final answer. `shape`: a known event lacks a field.
   */
  readonly code: 'sequence' | 'request-id' | 'answer-mismatch' | 'shape'
  /** What deviates from the specification. */
  readonly message: string
  /** The `request_id` of the stream's first event. */
  readonly correlationId: string | undefined
  /** @deprecated Use `correlationId`. */
  readonly requestId: string | undefined
}

/** How a call ended. Every call ends once. */
export interface EndInfo extends CallInfo {
  /** `aborted`: the caller left the stream or aborted its signal. `detached`: the research goes on without the caller. */
  readonly outcome: 'completed' | 'failed' | 'aborted' | 'detached'
  /** Why there is no result. */
  readonly error?: unknown
  /** How long the call took, in milliseconds. */
  readonly durationMs: number
  /** The number of requests sent, including retries and reconnections. */
  readonly attempts: number
  /** The service's id of the research. */
  readonly id: string | undefined
  /** @deprecated Use `id`. */
  readonly requestId: string | undefined
  /** What the service says that it charged. */
  readonly creditsCharged: number | undefined
}

/** Callbacks that observe calls. Nothing changes if one throws or rejects, and none is awaited. */
export interface Hooks {
  /** Before each attempt. */
  readonly onRequest?: ((request: RequestInfo) => unknown) | undefined
  /** When the head of a response has arrived. */
  readonly onResponse?: ((response: ResponseInfo) => unknown) | undefined
  /** Before the wait for another attempt. */
  readonly onRetry?: ((retry: RetryInfo) => unknown) | undefined
  /** Before a lost stream is resumed. */
  readonly onResume?: ((resume: ResumeInfo) => unknown) | undefined
  /** For each event, before the program receives it. */
  readonly onEvent?: ((event: StreamEvent, call: CallInfo) => unknown) | undefined
  /** For each deviation from the specification that does not stop the stream. */
  readonly onWarning?: ((warning: Warning) => unknown) | undefined
  /** Once for each call, however it ends. */
  readonly onEnd?: ((end: EndInfo) => unknown) | undefined
}

/** What a hook receives, apart from the call's id. */
type Told<Name extends keyof Hooks> = Name extends 'onEvent'
  ? StreamEvent
  : Omit<Parameters<NonNullable<Hooks[Name]>>[0], 'callId' | 'requestId'>

/** Calls all hooks of one call. */
export interface Observers {
  readonly callId: string
  /** A function that calls these hooks; undefined if nobody listens. */
  tell<Name extends keyof Hooks>(name: Name): ((told: Told<Name>) => void) | undefined
}

/** Calls a hook and ignores whatever it does. */
function notify(hook: (...told: object[]) => unknown, ...told: object[]): void {
  try {
    const returned = hook(...told) as Partial<PromiseLike<unknown>> | null | undefined
    returned?.then?.(ignore, ignore)
  } catch {
    // Observing must not disturb a call.
  }
}

/** The ids under their former name, which hooks may still read. */
function renamed(told: object): object {
  const { id, correlationId = id } = told as { readonly id?: unknown; readonly correlationId?: unknown }
  return 'id' in told || 'correlationId' in told ? { requestId: correlationId } : {}
}

/** Combines the hooks of one call and gives the call its id. */
export function createObservers(...all: (Hooks | undefined)[]): Observers {
  const callId = newKey()
  return {
    callId,
    tell(name) {
      const hooks = all.map((each) => each?.[name] as Parameters<typeof notify>[0]).filter(Boolean)
      if (hooks.length === 0) return undefined
      return (told) => {
        for (const hook of hooks) {
          if (name === 'onEvent') notify(hook, told, { callId })
          else notify(hook, { callId, ...told, ...renamed(told) })
        }
      }
    },
  }
}
