import { searchesCorpusAlone } from './live-settings.ts'
import type { OpenEngine } from './product-engine.ts'

/**
 * Opens the product's engine and loads its code only then, which makes all other starts almost twice as fast. Research
 * that waits for models and the web stays in this thread, as it hardly computes.
 */
export const openEngineWhenNeeded: OpenEngine = async (settings, progress, signal) => {
  const { corpusOf, openProductEngine } = await import('./product-engine.ts')
  if (settings.engineWorkers === 0 || !searchesCorpusAlone(settings)) {
    return await openProductEngine(settings, progress, signal)
  }
  const { openEnginePool } = await import('./engine-pool/open-pool.ts')
  const { engineWorkers: most, engineSilenceMs: silenceMs } = settings
  return await openEnginePool(corpusOf(settings), progress, { most, silenceMs, signal })
}
