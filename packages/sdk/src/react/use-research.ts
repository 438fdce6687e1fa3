import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ResearchState } from './research-state.ts'
import { createResearchStore, type ResearchStore, type ResearchStoreOptions } from './research-store.ts'

/** The state of a research and the actions on it. */
export interface UseResearch extends ResearchState, Pick<ResearchStore, 'ask' | 'resume' | 'abort'> {}

/**
 * Researches from a React component through a relay (`createRelay` of `@deep-research/sdk/relay`). A lost connection is
 * resumed automatically. Unmounting the component leaves its research running, and `resume(id)` returns to it. The
 * options of the first rendering apply.
 *
 * @example
 * ```ts
 * import { useResearch } from '@deep-research/sdk/react'
 *
 * export function useAnswer(): { text: string; ask: (query: string) => void } {
 *   const { text, ask } = useResearch({ api: '/api/research' })
 *   return { text, ask: (query) => void ask({ query, reasoning_level: 'low' }) }
 * }
 * ```
 */
export function useResearch(options: ResearchStoreOptions): UseResearch {
  const [store] = useState(() => createResearchStore(options))
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useEffect(() => store.leave, [store])
  const ask = useCallback<ResearchStore['ask']>((params) => store.ask(params), [store])
  const resume = useCallback<ResearchStore['resume']>((id) => store.resume(id), [store])
  const abort = useCallback(() => store.abort(), [store])
  return { ...state, ask, resume, abort }
}
