import type { ModelEndpoint } from '#model/client/endpoint.ts'
import type { ModelTrial } from '#model/client/probe.ts'
import type { Live, LiveOptions } from './open-live.ts'

/** Opens models and the live web. What they need is loaded now, and not before: most engines never do. */
export async function openLive(options: LiveOptions): Promise<Live> {
  const { openLive: open } = await import('./open-live.ts')
  return await open(options)
}

/** Asks each model of an endpoint for a word, and tells what is wrong. It costs a few tokens. */
export async function tryModels(endpoint: ModelEndpoint, signal: AbortSignal): Promise<ModelTrial[]> {
  const { tryModels: attempt } = await import('#model/client/probe.ts')
  return await attempt(endpoint, signal)
}
