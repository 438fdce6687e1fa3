/** For pages: a research through a relay, as a React hook, or as a store for any other library. */

export type { ResearchProgress, ResearchState } from './research-state.ts'
export {
  createResearchStore,
  type ResearchStore,
  type ResearchStoreOptions,
} from './research-store.ts'
export { type UseResearch, useResearch } from './use-research.ts'

// What it takes and gives.

export type { ResearchRequest, ResearchResult, ToolCallRecord, ToolCallStartedData } from '#contract/types.ts'
