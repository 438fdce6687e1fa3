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
  /** The headers of the request. */
  readonly headers: Headers
  /** Tells the time, and waits. */
  readonly clock: Clock
  /** When the request was admitted, in milliseconds since the epoch. */
  readonly startedAt: number
}

/** The data of an event, or a function that makes it when the event is sent. */
export type EventData = object | ((exchange: Exchange) => object)

/** An envelope as it is written. Your own scenario may change every part of it. */
export interface SentEnvelope {
  /** The type of the event. */
  type: string
  /** The caller's id, or one that the mock made. */
  request_id: string
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  /** What the event says. */
  data: object
}

/** Sends an envelope, dated when it is sent. */
export interface EventStep {
  readonly kind: 'event'
  /** The type of the event. */
  readonly type: string
  /** What the event says. */
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
  | {
      readonly kind: 'data'
      /** What is sent, as it is. */
      readonly text: string
    }
  /** Sends a comment line and a blank line. */
  | {
      readonly kind: 'comment'
      /** What the comment says. */
      readonly text: string
    }
  /** Sends `data: [DONE]`. */
  | { readonly kind: 'done' }
  /** Sends these bytes unchanged. */
  | {
      readonly kind: 'bytes'
      /** What is sent, as it is. */
      readonly bytes: Uint8Array
    }
  /** Waits for so many milliseconds; `Infinity` waits for ever. */
  | {
      readonly kind: 'wait'
      /** How long to wait, in milliseconds. */
      readonly ms: number
    }
  /** Breaks the connection without ending the body. */
  | { readonly kind: 'tear' }

/** Where the writing of an event stops: in its middle, or within its first multi-byte character. */
export type Cut = 'event' | 'code-point'

/** How steps become bytes. */
export interface WireFormat {
  /** What ends each line. */
  readonly newline: '\n' | '\r\n' | '\r'
  /** Whether the stream begins with a byte order mark. */
  readonly bom: boolean
  /** The largest write in bytes; 0 writes each step whole. */
  readonly chunkBytes: number
  /** The wait between two such writes in milliseconds. */
  readonly chunkEveryMs: number
}

interface Head {
  /** The HTTP status. */
  readonly status: number
  /** Headers beside those that every response has. */
  readonly headers: Readonly<Record<string, string>>
  /** The wait before the response head is sent in milliseconds. Default: 0. */
  readonly afterMs?: number
}

/** A response whose body plays steps. */
export interface StreamReply extends Head {
  readonly kind: 'stream'
  /** What happens on the stream, in order. */
  readonly steps: Iterable<Step>
  /** How the stream is written. */
  readonly wire: WireFormat
}

/** A response with a whole body. */
export interface WholeReply extends Head {
  readonly kind: 'whole'
  /** The whole body. */
  readonly body: string
}

/** No response: the connection breaks before it. */
export interface NoReply {
  readonly kind: 'unreachable'
  /** Milliseconds until then. Default: none. */
  readonly afterMs?: number
}

/** What a scenario answers a request with. */
export type Reply = StreamReply | WholeReply | NoReply

/** What a mock does with a request. Make one with the functions of the library, or with `defineScenario`. */
export interface Scenario {
  /** What records and messages call it. */
  readonly name: string
  /** The error with which the request is refused, at its place in the order of checks. */
  readonly refusal?: ErrorCode
  /** Answers one request. */
  reply(exchange: Exchange): Reply
  /** The reply to a POST that resumes after `after` envelopes; without it, 404. */
  readonly resume?: (exchange: Exchange, after: number) => Reply
}

export const PLAIN_WIRE: WireFormat = { newline: '\n', bom: false, chunkBytes: 0, chunkEveryMs: 0 }
