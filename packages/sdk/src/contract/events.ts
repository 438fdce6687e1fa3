import type { DeltaData, ResearchFailedData, ResearchResult, ToolCallRecord, ToolCallStartedData } from './types.ts'

/** What all events of a stream have in common. */
export interface Envelope<Type extends string, Data> {
  /** The type of the event. */
  type: Type
  /** The caller's `request_id`, or one that the service made (`req_…`). The same in every event of a stream. */
  request_id: string
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  /** What the event says. */
  data: Data
}

/** The next piece of the answer. */
export type AnswerDeltaEvent = Envelope<'research.answer.delta', DeltaData>
/** The next piece of what the engine thinks; sent only with `include_thinking`. */
export type ThinkingDeltaEvent = Envelope<'research.thinking.delta', DeltaData>
/** A search or a reading begins; sent only with `include_tool_calls`. */
export type ToolCallStartedEvent = Envelope<'research.tool_call.started', ToolCallStartedData>
/** A search or a reading has ended; sent only with `include_tool_calls`. */
export type ToolCallCompletedEvent = Envelope<'research.tool_call.completed', ToolCallRecord>
/** The research has succeeded; the last event of its stream. */
export type ResearchCompletedEvent = Envelope<'research.completed', ResearchResult>
/** The research has failed; the last event of its stream. */
export type ResearchFailedEvent = Envelope<'research.failed', ResearchFailedData>

/** The six events of the specification, distinguished by `event.type`. */
export type ResearchEvent =
  | AnswerDeltaEvent
  | ThinkingDeltaEvent
  | ToolCallStartedEvent
  | ToolCallCompletedEvent
  | ResearchCompletedEvent
  | ResearchFailedEvent

/** The types of the six events. */
export type ResearchEventType = ResearchEvent['type']
