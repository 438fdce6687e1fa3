import type { Settings } from './config.ts'
import type { Starting } from './engine-pool/engine-thread.ts'
import { searchesCorpusAlone } from './live-settings.ts'
import type { OpenEngine } from './product-engine.ts'

/** Opens the product's engine. */
export interface EngineOpener {
  open: OpenEngine
  /** Begins to load the engine's code in its thread, so that it is there when the rest of the service is. */
  warm(settings: Settings): Promise<void>
}

/**
 * Opens the product's engine and loads its code only then, which makes all other starts almost twice as fast. Research
 * that waits for models and the web stays in this thread, as it hardly computes.
 */
export function createEngineOpener(): EngineOpener {
  let first: Starting | undefined
  return {
    async warm(settings) {
      if (!usesThreads(settings)) return
      const { startThread } = await import('./engine-pool/engine-thread.ts')
      first = startThread()
    },
    async open(settings, progress) {
      const { corpusOf, openProductEngine } = await import('./product-engine.ts')
      if (!usesThreads(settings)) return await openProductEngine(settings, progress)
      const { openEnginePool } = await import('./engine-pool/open-pool.ts')
      return openEnginePool(corpusOf(settings), progress, { mostThreads: settings.engineWorkers, first })
    },
  }
}

function usesThreads(settings: Settings): boolean {
  return settings.role !== 'api' && settings.engineWorkers > 0 && searchesCorpusAlone(settings)
}
