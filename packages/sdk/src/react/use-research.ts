import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ResearchState } from './research-state.ts'
import { createResearchStore, type ResearchStore } from './research-store.ts'
import type { ResearchStoreOptions } from './store-options.ts'

/** The state of a research and the actions on it. */
export interface UseResearch extends ResearchState, Pick<ResearchStore, 'ask' | 'resume' | 'abort'> {}

/** Options of the hook. */
export interface UseResearchOptions extends ResearchStoreOptions {
  /** A research to read from its beginning when the component appears, such as one from before a reload. */
  readonly resumeId?: string | undefined
}

/**
 * Researches from a React component through a relay (`createRelay` of `@deep-research/sdk/relay`). A lost connection is
 * resumed automatically. A component that is unmounted, or hidden by `<Activity>`, leaves its research running; it goes
 * on reading when it is shown again, and `resume(id)` returns to it from elsewhere. `headers`, `onFinish` and `onError`
 * may change with each rendering; of the other options, those of the first one apply.
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
export function useResearch(options: UseResearchOptions): UseResearch {
  const latest = useRef(options)
  const [store] = useState(() =>
    createResearchStore({
      ...options,
      headers: () => {
        const { headers = {} } = latest.current
        return typeof headers === 'function' ? headers() : headers
      },
      onFinish: (result) => latest.current.onFinish?.(result),
      onError: (error) => latest.current.onError?.(error),
    }),
  )
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    // What was left when the component went away or was hidden goes on; the first time there is nothing.
    if (store.get().status !== 'idle') void store.resume()
    else if (latest.current.resumeId !== undefined) void store.resume(latest.current.resumeId)
    return store.leave
  }, [store])
  const ask = useCallback<ResearchStore['ask']>((params, how) => store.ask(params, how), [store])
  const resume = useCallback<ResearchStore['resume']>((id) => store.resume(id), [store])
  const abort = useCallback(() => store.abort(), [store])
  return { ...state, ask, resume, abort }
}
