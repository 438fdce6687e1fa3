import type { ErrorCode, ResearchRequest } from '@deep-research/sdk/contract'
import type { Clock } from './clock.ts'

/** A request that a scenario answers. */
export interface Exchange {
  /** The valid body. */
  readonly request: ResearchRequest
  /** The `request_id` of every envelope: the caller's own, or the generated one. */
  readonly requestId: string
  /** The value of the header `X-Request-Id`, unique. */
  readonly id: string
  readonly headers: Headers
  readonly clock: Clock
  /** When the request was admitted, in milliseconds since the epoch. */
  readonly startedAt: number
}

/** The data of an event, or a function that makes it when the event is sent. */
export type EventData = object | ((exchange: Exchange) => object)

/** An envelope as it is written. Your own scenario may change every part of it. */
export interface SentEnvelope {
  type: string
  request_id: string
  timestamp: string
  data: object
}

/** Sends an envelope, dated when it is sent. */
export interface EventStep {
  readonly kind: 'event'
  readonly type: string
  readonly data: EventData
  /** Returns what is written instead of the envelope: any JSON value, or a string that is written unchanged. */
  readonly edit?: (envelope: SentEnvelope) => unknown
  /** Writes only the beginning of the event. */
  readonly cut?: Cut
}

/** One step of a stream. */
export type Step =
  | EventStep
  /** Sends one data line with any text. */
  | { readonly kind: 'data'; readonly text: string }
  /** Sends a comment line and a blank line. */
  | { readonly kind: 'comment'; readonly text: string }
  /** Sends `data: [DONE]`. */
  | { readonly kind: 'done' }
  /** Sends these bytes unchanged. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Waits for so many milliseconds; `Infinity` waits for ever. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** Breaks the connection without ending the body. */
  | { readonly kind: 'tear' }

/** Where the writing of an event stops: in its middle, or within its first multi-byte character. */
export type Cut = 'event' | 'code-point'

/** How steps become bytes. */
export interface WireFormat {
  readonly newline: '\n' | '\r\n' | '\r'
  /** Whether the stream begins with a byte order mark. */
  readonly bom: boolean
  /** The largest write in bytes; 0 writes each step whole. */
  readonly chunkBytes: number
  /** The wait between two such writes in milliseconds. */
  readonly chunkEveryMs: number
}

interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The wait before the response head is sent in milliseconds. Default: 0. */
  readonly afterMs?: number
}

/** A response whose body plays steps. */
export interface StreamReply extends Head {
  readonly kind: 'stream'
  readonly steps: Iterable<Step>
  readonly wire: WireFormat
}

/** A response with a whole body. */
export interface WholeReply extends Head {
  readonly kind: 'whole'
  readonly body: string
}

/** No response: the connection breaks before it. */
export interface NoReply {
  readonly kind: 'unreachable'
  readonly afterMs?: number
}

/** What a scenario answers a request with. */
export type Reply = StreamReply | WholeReply | NoReply

/** What a mock does with a request. Make one with the functions of the library, or with `defineScenario`. */
export interface Scenario {
  readonly name: string
  /** The error with which the request is refused, at its place in the order of checks. */
  readonly refusal?: ErrorCode
  /** Answers one request. */
  reply(exchange: Exchange): Reply
  /** The reply to a POST that resumes after `after` envelopes; without it, 404. */
  readonly resume?: (exchange: Exchange, after: number) => Reply
}

export const PLAIN_WIRE: WireFormat = { newline: '\n', bom: false, chunkBytes: 0, chunkEveryMs: 0 }
