import { type CorpusSettings, type OpenedEngine, openCorpusEngine } from '../corpus-engine.ts'
import { LISTENED_FOR } from '../warm-up.ts'
import { EngineThreads, type EngineThreadsOptions } from './engine-threads.ts'
import { researchInThreads } from './moving-run.ts'

export interface PoolOptions extends Pick<EngineThreadsOptions, 'most' | 'silenceMs' | 'script'> {
  signal?: AbortSignal | undefined
}

/**
 * An engine over the corpus whose runs are spread over threads. This thread keeps the index up to date, and researches
 * nothing: what hangs holds up nobody who is served here.
 */
export async function openEnginePool(
  settings: CorpusSettings,
  progress: (line: string) => void,
  { signal, ...options }: PoolOptions,
): Promise<OpenedEngine> {
  const threads = new EngineThreads({
    ...options,
    indexFile: settings.indexFile,
    synonyms: settings.synonyms,
    progress,
  })
  const engine = await openCorpusEngine(settings, progress, { onChange: () => threads.renew(), signal })
  let later: NodeJS.Timeout | undefined
  return {
    ...engine,
    research: (task, context) => researchInThreads(threads, task, context.signal),
    get threads() {
      return threads.state
    },
    spread() {
      later ??= setTimeout(() => threads.start(), LISTENED_FOR).unref()
    },
    async close() {
      clearTimeout(later)
      await threads.close()
      engine.close()
    },
  }
}
