import { CiteParser } from '#citations/cite-parser.ts'
import type { ResearchResult, ToolCallRecord, ToolCallStartedData } from '#contract/types.ts'
import { isKnownEvent, type StreamEvent } from '#stream/decode-event.ts'

/**
 * The progress of a research. `interrupted` means that the connection was lost and may be resumed, `cancelled` that
 * `abort()` ended it.
 */
export type ResearchProgress =
  | 'idle'
  | 'connecting'
  | 'streaming'
  | 'interrupted'
  | 'completed'
  | 'failed'
  | 'cancelled'

/** What a page knows about its research. Each change makes a new object. */
export interface ResearchState {
  /** How far the research is. */
  readonly status: ResearchProgress
  /** The answer so far, without tags; at the end, `answer_clean`. */
  readonly text: string
  /** The thinking so far, if it was requested. */
  readonly thinking: string
  /** The tool calls so far, if they were requested. */
  readonly toolCalls: readonly (ToolCallStartedData & { readonly record?: ToolCallRecord | undefined })[]
  /** The whole result; undefined until the research is completed. */
  readonly result: ResearchResult | undefined
  /** Why the research failed or was interrupted: an error of the SDK. */
  readonly error: Error | undefined
  /** The service's id of the research, with which another page can `resume(id)`. */
  readonly id: string | undefined
  /** How many events have arrived. */
  readonly position: number
}

/** The state before anything was asked. */
export const IDLE: ResearchState = {
  status: 'idle',
  text: '',
  thinking: '',
  toolCalls: [],
  result: undefined,
  error: undefined,
  id: undefined,
  position: 0,
}

/** Applies an event of one research, over all its connections. */
export type EventReducer = (state: ResearchState, event: StreamEvent) => ResearchState

/** The specification leaves the fields of some events open, so another service may have other ones. */
const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')

export function createReducer(): EventReducer {
  const parser = new CiteParser()
  const clean = (content: string): string =>
    parser
      .push(content)
      .map((token) => (token.type === 'text' ? token.text : ''))
      .join('')
  const change = (state: ResearchState, event: StreamEvent): Partial<ResearchState> => {
    if (!isKnownEvent(event)) return {}
    const { type, data } = event
    switch (type) {
      case 'research.answer.delta':
        return { text: state.text + clean(textOf(data.content)) }
      case 'research.thinking.delta':
        return { thinking: state.thinking + textOf(data.content) }
      case 'research.tool_call.started':
        return textOf(data.tool_call_id) ? { toolCalls: [...state.toolCalls, data] } : {}
      case 'research.tool_call.completed':
        return {
          toolCalls: state.toolCalls.map((call) =>
            call.tool_call_id === data.tool_call_id ? { ...call, record: data } : call,
          ),
        }
      case 'research.completed':
        return { status: 'completed', text: textOf(data.answer_clean) || state.text, result: data }
      case 'research.failed':
        return { status: 'failed' }
    }
  }
  return (state, event) => ({ ...state, position: state.position + 1, ...change(state, event) })
}
