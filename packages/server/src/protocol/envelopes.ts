import type { EngineEvent } from '@deep-research/engine'
import {
  FAILURES,
  type FailureCode,
  type ResearchEventType,
  type ResearchFailedData,
  type ResearchResult,
  type ToolCallRecord,
} from '@deep-research/sdk/contract'
import type { Clock } from '#kernel/clock.ts'
import { createTimestamps } from '#kernel/timestamp.ts'

/** What of a request decides how its events look. */
export interface EnvelopeOptions {
  /** The `request_id` of every event. */
  requestId: string
  includeThinking: boolean
  includeToolCalls: boolean
  metadata: Record<string, string> | undefined
}

/** Turns what the engine tells into the envelopes that this request is to see, as JSON. */
export interface Envelopes {
  /** The event's envelope, or undefined where the request did not ask for its kind. */
  encode(event: EngineEvent): string | undefined
  /** The last envelopes of research that failed: a completed event for each open tool call, then the failure. */
  fail(code: FailureCode, message: string): string[]
}

/** One per request: it counts the sequences and remembers the tool calls. */
export function createEnvelopes(options: EnvelopeOptions, clock: Clock): Envelopes {
  const { includeThinking, includeToolCalls, metadata } = options
  const requestId = JSON.stringify(options.requestId)
  const timestamp = createTimestamps()
  const records: ToolCallRecord[] = []
  const open = new Map<string, { name: string; startedAt: number }>()
  let thoughts = 0
  let fragments = 0

  // JSON.stringify of a whole envelope would escape the id and copy the rest for every event.
  const envelope = (type: ResearchEventType, data: unknown) =>
    `{"type":"${type}","request_id":${requestId},"timestamp":"${timestamp(clock.now())}","data":${JSON.stringify(data)}}`

  const close = (record: ToolCallRecord) => {
    open.delete(record.tool_call_id)
    records.push(record)
    return includeToolCalls ? envelope('research.tool_call.completed', record) : undefined
  }

  const completed = ({ tool_calls: _, ...result }: ResearchResult) =>
    envelope('research.completed', {
      ...result,
      ...(includeToolCalls && { tool_calls: records }),
      ...(metadata && { metadata }),
    } satisfies ResearchResult)

  return {
    encode(event) {
      switch (event.type) {
        case 'answer':
          return envelope('research.answer.delta', { content: event.content, sequence: fragments++ })
        case 'thinking':
          if (!includeThinking) return undefined
          return envelope('research.thinking.delta', { content: event.content, sequence: thoughts++ })
        case 'tool_call.started':
          open.set(event.call.tool_call_id, { name: event.call.name, startedAt: clock.now() })
          return includeToolCalls ? envelope('research.tool_call.started', event.call) : undefined
        case 'tool_call.completed':
          return close(event.call)
        case 'completed':
          return completed(event.result)
      }
    },
    fail(code, message) {
      const cut = [...open].map(([tool_call_id, { name, startedAt }]) =>
        close({
          tool_call_id,
          name,
          status: 'error',
          duration_ms: Math.max(0, clock.now() - startedAt),
          result: {},
          error: { message: 'The research ended before this call did.' },
        }),
      )
      const error = { type: FAILURES[code].type, code, message }
      const data: ResearchFailedData = { error, ...(metadata && { metadata }) }
      return [...cut.filter((json) => json !== undefined), envelope('research.failed', data)]
    },
  }
}
