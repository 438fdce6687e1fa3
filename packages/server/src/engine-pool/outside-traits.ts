import { type Live, type LiveOptions, openFailures, type Semantics } from '@deep-research/engine'
import type { ThreadOptions } from './engine-thread.ts'

/** What an engine reaches beside its corpus. */
export interface Reached {
  /** Undefined where neither models nor the web are used. */
  options: LiveOptions | undefined
  live: Live | undefined
  semantics: Semantics | undefined
  hasCorpus: boolean
  onDegraded: (step: string, line: string) => void
}

/** Lets runs in threads reach what only the thread that serves can reach. */
export async function reachedFromThreads(reached: Reached): Promise<NonNullable<ThreadOptions['outside']>> {
  const { options, live, semantics, hasCorpus, onDegraded } = reached
  const { models, web } = live?.outside ?? {}
  const { judged, contextTokens, limits, time, prices, dollars } = options ?? {}
  return {
    traits: {
      assist: options && { hasCorpus, judged, contextTokens, limits, time, prices, dollars },
      models: models !== undefined,
      web: web && { pagesAHost: web.pagesAHost, searchesCorpus: hasCorpus },
      semantics: { embedder: semantics?.embedder?.name, reranker: semantics?.reranker !== undefined },
    },
    shared: { models, web, ...semantics, failures: live?.failures ?? (await openFailures()) },
    onDegraded,
  }
}
