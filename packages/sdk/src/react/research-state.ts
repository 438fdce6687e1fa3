import { CiteParser } from '#citations/cite-parser.ts'
import type { ResearchResult, ToolCallRecord, ToolCallStartedData } from '#contract/types.ts'
import { isKnownEvent, type StreamEvent } from '#stream/decode-event.ts'

/**
 * How far a research is: `interrupted` means that the connection is lost and may be resumed, `cancelled` that
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

/** What a page knows of its research. A new object at each change. */
export interface ResearchState {
  readonly status: ResearchProgress
  /** The answer so far, without tags; at the end, `answer_clean`. */
  readonly text: string
  /** The thinking so far, where it was asked for. */
  readonly thinking: string
  /** The tool calls so far, where they were asked for. */
  readonly toolCalls: readonly (ToolCallStartedData & { readonly record?: ToolCallRecord | undefined })[]
  readonly result: ResearchResult | undefined
  /** Why it failed or was interrupted: an error of the SDK. */
  readonly error: Error | undefined
  /** The service's id of the research; with it another page goes on, by `resume(id)`. */
  readonly id: string | undefined
  /** Events that have arrived. */
  readonly position: number
}

/** Before anything was asked. */
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

/** Takes the events of one research, over all its connections. */
export type EventReducer = (state: ResearchState, event: StreamEvent) => ResearchState

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
        return { text: state.text + clean(data.content) }
      case 'research.thinking.delta':
        return { thinking: state.thinking + data.content }
      case 'research.tool_call.started':
        return { toolCalls: [...state.toolCalls, data] }
      case 'research.tool_call.completed':
        return {
          toolCalls: state.toolCalls.map((call) =>
            call.tool_call_id === data.tool_call_id ? { ...call, record: data } : call,
          ),
        }
      case 'research.completed':
        return { status: 'completed', text: data.answer_clean, result: data }
      case 'research.failed':
        return { status: 'failed' }
    }
  }
  return (state, event) => ({ ...state, position: state.position + 1, ...change(state, event) })
}
