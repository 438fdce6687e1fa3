import type { Hosted } from '@deep-research/engine'
import { type CorpusSettings, type OpenedEngine, openCorpusEngine } from '../corpus-engine.ts'
import { LISTENED_FOR } from '../warm-up.ts'
import { EngineThreads, type EngineThreadsOptions } from './engine-threads.ts'
import { researchInThreads } from './moving-run.ts'

/** What of an engine is done in threads. */
export interface SpreadRuns extends Required<Pick<OpenedEngine, 'research' | 'spread'>> {
  readonly threads: NonNullable<OpenedEngine['threads']>
  /** Has research that begins from now on see what was written to the index. */
  renew(): void
  close(): Promise<void>
}

/** Spreads runs over threads. The first one is started soon after `spread` was called, or when a run begins. */
export function spreadOverThreads(options: EngineThreadsOptions): SpreadRuns {
  const threads = new EngineThreads(options)
  let later: NodeJS.Timeout | undefined
  return {
    research: (task, context) => researchInThreads(threads, task, context.signal),
    get threads() {
      return threads.state
    },
    spread() {
      later ??= setTimeout(() => threads.start(), LISTENED_FOR).unref()
    },
    renew: () => threads.renew(),
    async close() {
      clearTimeout(later)
      await threads.close()
    },
  }
}

/** Spreads runs of hosted research: this thread reaches the service and the pages, the others check what the service writes. */
export function spreadHosted(
  { outside: { hosted, pages }, failures }: Hosted,
  { progress, ...options }: Pick<EngineThreadsOptions, 'most' | 'silenceMs' | 'progress'>,
): SpreadRuns {
  const traits = {
    ...{ assist: undefined, models: false, hosted: hosted.service },
    ...{ web: { pagesAHost: Number.POSITIVE_INFINITY, searchesCorpus: false } },
    semantics: { embedder: undefined, reranker: false },
  }
  const web = { pages, chain: { states: [], search: async () => ({ hits: [], attempts: [] }) }, pagesAHost: 0 }
  const onDegraded = (_: string, line: string) => progress(`Research failed: ${line}.`)
  const outside = { traits, shared: { hosted, web, failures }, onDegraded }
  return spreadOverThreads({ ...options, progress, indexFile: undefined, synonyms: undefined, outside })
}

export interface PoolOptions extends Pick<EngineThreadsOptions, 'most' | 'silenceMs' | 'script'> {
  signal?: AbortSignal | undefined
}

/**
 * An engine over the corpus alone whose runs are spread over threads. This thread keeps the index up to date, and
 * researches nothing: what hangs holds up nobody who is served here.
 */
export async function openEnginePool(
  settings: CorpusSettings,
  progress: (line: string) => void,
  { signal, ...options }: PoolOptions,
): Promise<OpenedEngine> {
  const runs = spreadOverThreads({ ...options, indexFile: settings.indexFile, synonyms: settings.synonyms, progress })
  const engine = await openCorpusEngine(settings, progress, { onChange: () => runs.renew(), signal })
  return {
    ...engine,
    research: runs.research,
    get threads() {
      return runs.threads
    },
    spread: runs.spread,
    async close() {
      await runs.close()
      engine.close()
    },
  }
}
