import type { ReasoningLevel, ResearchResult, ToolCallRecord, ToolCallStartedData } from '@deep-research/sdk/contract'

/** What the engine is asked. Checked before: the engine trusts it. */
export interface ResearchTask {
  query: string
  /** Sets the ceiling of iterations and the length of the answer. */
  level: ReasoningLevel
}

/** What surrounds one run. */
export interface ResearchContext {
  /** Aborted: the run ends by rejecting with the signal's reason, soon after. */
  signal: AbortSignal
}

/**
 * What the engine tells while it works, in order. Answer fragments joined are `result.answer`; every started tool
 * call gets exactly one completed; `completed` is the last event, once. A run that fails throws instead.
 */
export type EngineEvent =
  | { type: 'thinking'; content: string }
  | { type: 'tool_call.started'; call: ToolCallStartedData }
  | { type: 'tool_call.completed'; call: ToolCallRecord }
  | { type: 'answer'; content: string }
  | { type: 'completed'; result: ResearchResult }

/** Question in, events and a cited answer out. Knows nothing of HTTP, accounts or verbosity: it tells everything. */
export interface ResearchEngine {
  /**
   * Runs one task. Lazy: nothing happens before the first `next()`, and leaving the loop ends the run.
   * @throws the signal's reason when aborted; any other error means that the research failed.
   */
  research(task: ResearchTask, context: ResearchContext): AsyncIterable<EngineEvent>
}
