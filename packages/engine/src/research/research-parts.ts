import type { Collection, Run } from '#evidence/run.ts'
import type { ModelUse } from '#model/model-use.ts'
import type { Budget, Spending } from '../budget.ts'
import type { Degradation } from '../degradation.ts'
import type { ToolCalls } from '../tool-calls.ts'
import type { EngineEvent, Query } from '../types.ts'

/** What a research works with. */
export interface ResearchParts {
  /** The run of the whole question: it gets all that is found. */
  run: Run
  collection: Collection
  use: ModelUse
  budget: Budget
  calls: ToolCalls
  spending: Spending
  degradation: Degradation
  contextTokens: number
  /** Aborted with the caller's, and when the time for looking is over. */
  signal: AbortSignal
  /** Brings pages for queries. */
  gather: (queries: readonly Query[], iteration: number) => AsyncGenerator<EngineEvent, void>
}
