import type { ToolCallRecord, ToolCallStartedData } from '@deep-research/sdk/contract'
import type { EngineEvent } from './types.ts'

/** What a call is made with. */
export type CallInput = Pick<ToolCallStartedData, 'arguments' | 'iteration'>

/** How a call ended. */
export type CallOutcome = Pick<ToolCallRecord, 'status' | 'result' | 'error'>

/** Numbers and times the tool calls of one run. */
export class ToolCalls {
  readonly #now: () => number
  #made = 0

  /** `now` gives milliseconds of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now
  }

  get made(): number {
    return this.#made
  }

  /** Begins a call: gives the event that tells of its start, and a function that makes the event of its end. */
  begin(name: string, input: CallInput): { started: EngineEvent; end: (outcome: CallOutcome) => EngineEvent } {
    this.#made += 1
    const tool_call_id = `call_${this.#made}`
    const begun = this.#now()
    const took = () => Math.max(0, Math.round(this.#now() - begun))
    return {
      started: { type: 'tool_call.started', call: { tool_call_id, name, ...input } },
      end: (outcome) => ({
        type: 'tool_call.completed',
        call: { tool_call_id, name, duration_ms: took(), ...outcome },
      }),
    }
  }

  /** Makes a call, with an event before and after it; returns what the call gave. */
  *call<Result>(name: string, input: CallInput, work: () => { value: Result; result: Record<string, unknown> }) {
    const { started, end } = this.begin(name, input)
    yield started
    try {
      const { value, result } = work()
      yield end({ status: 'ok', result })
      return value
    } catch (error) {
      yield end({ status: 'error', result: {}, error: { message: `${name} failed` } })
      throw error
    }
  }
}
