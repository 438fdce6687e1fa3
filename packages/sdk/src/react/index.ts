/** For pages: research through a relay, as a React hook or as a store for any other library. */

export type { ResearchProgress, ResearchState } from './research-state.ts'
export {
  createResearchStore,
  type ResearchStore,
  type ResearchStoreOptions,
} from './research-store.ts'
export { type UseResearch, useResearch } from './use-research.ts'

// Types that these take and return.

export type { ResearchRequest, ResearchResult, ToolCallRecord, ToolCallStartedData } from '#contract/types.ts'
