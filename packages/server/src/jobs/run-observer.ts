import type { ToolCallRecord } from '@deep-research/sdk/contract'

/** Is told of the runs of this process. */
export interface RunObserver {
  began(id: string): void
  /** A tool call of the run was completed. */
  called(id: string, call: ToolCallRecord): void
  /** `how` is the status with which it ended, or that another process goes on with it. */
  ended(id: string, how: 'completed' | 'failed' | 'cancelled' | 'handed back'): void
}
