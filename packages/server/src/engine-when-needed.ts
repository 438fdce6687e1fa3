import type { OpenEngine } from './product-engine.ts'

/** The product's engine, loaded when it is opened: what needs none starts in a good half of the time. */
export const openEngineWhenNeeded: OpenEngine = async (settings, progress) => {
  const { openProductEngine } = await import('./product-engine.ts')
  return await openProductEngine(settings, progress)
}
