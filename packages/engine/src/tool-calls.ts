import type { ToolCallRecord } from '@deep-research/sdk/contract'
import type { EngineEvent } from './types.ts'

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

  /** Tells that a call starts, makes it, tells how it ended; gives what it gave, or undefined where it failed. */
  *call<Result>(
    name: string,
    input: { arguments: Record<string, unknown>; iteration: number },
    work: () => { value: Result; result: Record<string, unknown> },
  ): Generator<EngineEvent, Result | undefined> {
    this.#made += 1
    const tool_call_id = `call_${this.#made}`
    yield { type: 'tool_call.started', call: { tool_call_id, name, ...input } }
    const begun = this.#now()
    const end = (rest: Pick<ToolCallRecord, 'status' | 'result' | 'error'>): EngineEvent => ({
      type: 'tool_call.completed',
      call: { tool_call_id, name, duration_ms: Math.max(0, Math.round(this.#now() - begun)), ...rest },
    })
    let done: { value: Result; result: Record<string, unknown> }
    try {
      done = work()
    } catch (error) {
      yield end({ status: 'error', result: {}, error: { message: `${name} failed` } })
      throw error
    }
    yield end({ status: 'ok', result: done.result })
    return done.value
  }
}
