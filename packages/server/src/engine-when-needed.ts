import type { RunHostedElsewhere } from './hosted-engine.ts'
import { searchesCorpusAlone } from './live-settings.ts'
import type { OpenEngine } from './product-engine.ts'

/** Opens the product's engine and loads its code only then, which makes all other starts almost twice as fast. */
export const openEngineWhenNeeded: OpenEngine = async (settings, progress, signal) => {
  const { hostedOptions, openHostedService } = await import('./hosted-engine.ts')
  const { corpusOf, openProductEngine } = await import('./product-engine.ts')
  const { engineWorkers: most, engineSilenceMs: silenceMs } = settings
  const hosted = hostedOptions(settings)
  if (hosted) {
    if (most === 0) return await openHostedService(settings, hosted, progress)
    const { spreadHosted } = await import('./engine-pool/open-pool.ts')
    const elsewhere: RunHostedElsewhere = (opened) => spreadHosted(opened, { most, silenceMs, progress })
    return await openHostedService(settings, hosted, progress, { elsewhere })
  }
  if (most === 0) return await openProductEngine(settings, progress, signal)
  const { openEnginePool, spreadOverThreads } = await import('./engine-pool/open-pool.ts')
  if (searchesCorpusAlone(settings))
    return await openEnginePool(corpusOf(settings), progress, { most, silenceMs, signal })
  const { reachedFromThreads } = await import('./engine-pool/outside-traits.ts')
  return await openProductEngine(settings, progress, signal, async ({ indexFile, synonyms, ...reached }) => {
    const outside = await reachedFromThreads(reached)
    return spreadOverThreads({ most, silenceMs, indexFile, synonyms, outside, progress })
  })
}
