import { type CorpusSettings, type OpenedEngine, openCorpusEngine } from '../corpus-engine.ts'
import { LISTENED_FOR } from '../warm-up.ts'
import { EngineThreads } from './engine-threads.ts'

/**
 * An engine over the corpus whose runs are spread over threads after `spread` was called. This thread keeps the index up
 * to date, and researches while no other thread can.
 */
export async function openEnginePool(
  settings: CorpusSettings,
  progress: (line: string) => void,
  { most, signal }: { most: number; signal?: AbortSignal | undefined },
): Promise<OpenedEngine> {
  const threads = new EngineThreads({ indexFile: settings.indexFile, most, progress })
  const engine = await openCorpusEngine(settings, progress, { onChange: () => threads.renew(), signal })
  let later: NodeJS.Timeout | undefined
  return {
    ...engine,
    async *research(task, context) {
      // Chosen only when the run begins, with which it counts.
      yield* threads.least()?.research(task, context.signal) ?? engine.research(task, context)
    },
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
