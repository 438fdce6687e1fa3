import type { ReasoningLevel } from '@deep-research/sdk/contract'
import type { HostedEvent, HostedReport, HostedTask } from '../calls.ts'

/** A request to a service. */
export interface Call {
  method: 'GET' | 'POST'
  /** Below the base URL. */
  path: string
  /** Sent as JSON. */
  body?: object
}

/** How a service differs from others that speak the same. */
export interface Dialect {
  /** The base URL, without a slash at its end. */
  baseUrl: string
  /** The model or agent; undefined where the service takes the one of the level. */
  model: string | undefined
  /** What a request to begin has besides, by level. */
  levels: Readonly<Record<ReasoningLevel, object>>
  /** The same at every level. */
  always: object
  /** Where research begins. */
  startPath: string
  /** Where it is found again. */
  path: string
  /** Whether its news come as a stream that can be taken up again; otherwise it is asked again and again. */
  isStreamed: boolean
  /** The header that carries the key. */
  keyHeader: 'authorization' | 'x-goog-api-key'
}

/** What a message says: an event of a stream, or the state of research. */
export interface Said {
  /** The id of the research. */
  id?: string
  /** Where a stream can be taken up behind this. */
  after?: string
  events: HostedEvent[]
  /** `ended`: whole or not, nothing more comes. */
  state?: 'running' | 'completed' | 'ended'
  /** Why it ended without a report, as the service put it. */
  fault?: unknown
  report?: HostedReport
}

/** A form of speech of services. */
export interface Wire {
  start(task: HostedTask, dialect: Dialect): Call
  /** The state of research, with the report once there is one. */
  state(id: string, dialect: Dialect): Call
  /** Its news behind a place; undefined where they cannot be streamed. */
  stream?(id: string, after: string, dialect: Dialect): Call
  /** Ends it; undefined where that is not possible. */
  cancel?(id: string, dialect: Dialect): Call
  read(sent: unknown): Said
}

/** The members of foreign JSON that is to be an array; none where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A count in foreign JSON; undefined where there is none. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
