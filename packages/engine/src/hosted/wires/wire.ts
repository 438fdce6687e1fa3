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
  /** What a request calls it. */
  modelField: 'model' | 'agent'
  /** What a request to begin has besides, by level. */
  levels: Readonly<Record<ReasoningLevel, object>>
  /** The same at every level. */
  always: object
  /** Where research begins. */
  startPath: string
  /** Where it is found again. */
  path: string
  /** The parameter that takes its stream up again behind a place; undefined: it is asked for its state again and again. */
  resumesBy: string | undefined
  /** Whether research can be ended. */
  canEnd: boolean
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

/** Reads what services of one form of speech send. */
export type Wire = (sent: unknown) => Said

/** Begins research. */
export function startCall({ question, level }: HostedTask, dialect: Dialect): Call {
  const { startPath, model, modelField, levels, always, resumesBy } = dialect
  return {
    method: 'POST',
    path: startPath,
    body: {
      input: question,
      ...(resumesBy !== undefined && { stream: true }),
      ...always,
      ...levels[level],
      ...(model !== undefined && { [modelField]: model }),
    },
  }
}

/** Asks for the state of research, with the report once there is one. */
export function stateCall(id: string, dialect: Dialect): Call {
  return { method: 'GET', path: placeOf(id, dialect) }
}

/** Asks for the news of research behind a place; undefined where they cannot be streamed. */
export function streamCall(id: string, after: string, dialect: Dialect): Call | undefined {
  const { resumesBy } = dialect
  if (resumesBy === undefined) return undefined
  const behind = after === '' ? '' : `&${resumesBy}=${encodeURIComponent(after)}`
  return { method: 'GET', path: `${placeOf(id, dialect)}?stream=true${behind}` }
}

/** Ends research; undefined where that is not possible. */
export function cancelCall(id: string, dialect: Dialect): Call | undefined {
  return dialect.canEnd ? { method: 'POST', path: `${placeOf(id, dialect)}/cancel` } : undefined
}

function placeOf(id: string, { path }: Dialect): string {
  return `${path}/${encodeURIComponent(id)}`
}

/** The members of foreign JSON that is to be an array; none where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A count in foreign JSON; undefined where there is none. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
