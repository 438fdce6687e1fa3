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

/** The properties of a request that its events depend on. */
export interface EnvelopeOptions {
  /** The `request_id` of every event. */
  requestId: string
  includeThinking: boolean
  includeToolCalls: boolean
  metadata: Record<string, string> | undefined
}

const COMPLETED = '{"type":"research.completed",'

const CALL_COMPLETED = '{"type":"research.tool_call.completed",'

/** Whether an envelope from this file is the one that is followed by `[DONE]`. */
export function isCompletion(envelope: string | undefined): boolean {
  return envelope?.startsWith(COMPLETED) ?? false
}

const TIMESTAMP = '","timestamp":"'
const ISO_LENGTH = 24

/** When an envelope from this file was made, in milliseconds since 1970. */
export function madeAt(envelope: string): number {
  const start = envelope.indexOf(TIMESTAMP) + TIMESTAMP.length
  return Date.parse(envelope.slice(start, start + ISO_LENGTH))
}

// All streams of the process share the formatted times.
const timestamp = createTimestamps()

/**
 * Turns the engine's events into the envelopes of one request, as JSON. Each request has its own, which counts the
 * sequences and remembers the tool calls.
 */
export class Envelopes {
  readonly #options: EnvelopeOptions
  readonly #clock: Clock
  #records: ToolCallRecord[] | undefined
  #open: Map<string, { name: string; startedAt: number }> | undefined
  #thoughts = 0
  #fragments = 0

  constructor(options: EnvelopeOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  /** The event's envelope; undefined if the request did not ask for events of this type. */
  encode(event: EngineEvent): string | undefined {
    const { includeThinking, includeToolCalls } = this.#options
    switch (event.type) {
      case 'answer':
        return this.#envelope('research.answer.delta', { content: event.content, sequence: this.#fragments++ })
      case 'thinking':
        if (!includeThinking) return undefined
        return this.#envelope('research.thinking.delta', { content: event.content, sequence: this.#thoughts++ })
      case 'tool_call.started':
        this.#open ??= new Map()
        this.#open.set(event.call.tool_call_id, { name: event.call.name, startedAt: this.#clock.now() })
        return includeToolCalls ? this.#envelope('research.tool_call.started', event.call) : undefined
      case 'tool_call.completed':
        return this.#close(event.call)
      case 'completed':
        return this.#completed(event.result)
    }
  }

  /**
   * Takes an envelope that an earlier process made of the last event, so that a tool call has the duration that was
   * told before.
   */
  adopt(envelope: string): void {
    if (!envelope.startsWith(CALL_COMPLETED)) return
    const { data } = JSON.parse(envelope) as { data: ToolCallRecord }
    this.#records?.splice(-1, 1, data)
  }

  /** The last envelope of failed research, and the envelopes before it, which complete each open tool call. */
  fail(code: FailureCode, message: string): { closed: string[]; last: string } {
    const { metadata } = this.#options
    const cut = [...(this.#open ?? [])].map(([tool_call_id, { name, startedAt }]) =>
      this.#close({
        tool_call_id,
        name,
        status: 'error',
        duration_ms: Math.max(0, this.#clock.now() - startedAt),
        result: {},
        error: { message: 'The research ended before this call was completed.' },
      }),
    )
    const error = { type: FAILURES[code].type, code, message }
    const data: ResearchFailedData = { error, ...(metadata && { metadata }) }
    return { closed: cut.filter((json) => json !== undefined), last: this.#envelope('research.failed', data) }
  }

  /**
   * Written by one `JSON.stringify`, because a string that is joined from pieces stays in pieces and takes more memory.
   */
  #envelope(type: ResearchEventType, data: unknown): string {
    const { requestId: request_id } = this.#options
    return JSON.stringify({ type, request_id, timestamp: timestamp(this.#clock.now()), data })
  }

  #close(record: ToolCallRecord): string | undefined {
    this.#open?.delete(record.tool_call_id)
    this.#records ??= []
    this.#records.push(record)
    return this.#options.includeToolCalls ? this.#envelope('research.tool_call.completed', record) : undefined
  }

  #completed({ tool_calls: _, ...result }: ResearchResult): string {
    const { includeToolCalls, metadata } = this.#options
    return this.#envelope('research.completed', {
      ...result,
      ...(includeToolCalls && { tool_calls: this.#records ?? [] }),
      ...(metadata && { metadata }),
    } satisfies ResearchResult)
  }
}
