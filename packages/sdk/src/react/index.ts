/**
 * For pages: research through a relay, as a React hook or as a store for any other library.
 *
 * @module @deep-research/sdk/react
 */

export type { ResearchProgress, ResearchState } from './research-state.ts'
export { createResearchStore, type ResearchStore } from './research-store.ts'
export type { AskOptions, ResearchStoreOptions, StoreHeaders, StoreResume } from './store-options.ts'
export { type UseResearch, type UseResearchOptions, useResearch } from './use-research.ts'

// Types that these take and return.

export type { ResearchRequest, ResearchResult, ToolCallRecord, ToolCallStartedData } from '#contract/types.ts'
