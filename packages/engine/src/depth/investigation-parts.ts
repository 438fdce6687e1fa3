import type { Collection, Run } from '#evidence/run.ts'
import type { ModelUse } from '#model/model-use.ts'
import type { Budget, Spending } from '../budget.ts'
import type { Degradation } from '../degradation.ts'
import type { ToolCalls } from '../tool-calls.ts'
import type { EngineEvent, Query } from '../types.ts'

/** What an investigation works with. */
export interface InvestigationParts {
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
  /** Done while the plan is waited for. */
  meanwhile: () => void
  /** Begins to write of what was noted, while a review that rarely asks for more is waited for. */
  begin: () => void
  /** Gives up what was begun, as the review asked for more; resolves when nothing of it is under way. */
  leave: () => Promise<void>
  /** Brings pages for queries. */
  gather: (queries: readonly Query[], iteration: number) => AsyncGenerator<EngineEvent, void>
}
