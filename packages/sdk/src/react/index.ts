/** For pages: a research through a relay, as a React hook, or as a store for any other library. */
export {
  createResearchStore,
  type ResearchStore,
  type ResearchStoreOptions,
} from './research-store.ts'
export type { ResearchProgress, ResearchState } from './research-state.ts'
export { type UseResearch, useResearch } from './use-research.ts'
