import type { Models } from '../calls.ts'
import { ask } from './ask.ts'
import type { ModelEndpoint } from './endpoint.ts'
import { loadLanguageModels, type Rung } from './language-models.ts'
import { Pace } from './pace.ts'
import { write } from './write.ts'

/** Milliseconds: a local model may read a long prompt for so long before its first word. */
export const TIMEOUT_MS = 30_000

export interface OpenModelsOptions {
  endpoint: ModelEndpoint
  /** Milliseconds before the first retry of a call. Default: 500. */
  pauseMs?: number | undefined
}

/** Loads what is needed to speak to an endpoint. Nothing is asked of it yet. */
export async function openModels({ endpoint, pauseMs }: OpenModelsOptions): Promise<Models> {
  // The SDK would print what it misses in a model to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const models = await loadLanguageModels(endpoint)
  const timeoutMs = endpoint.timeoutMs ?? TIMEOUT_MS
  const rung: { current: Rung } = { current: 'schema' }
  const shared = { models, timeoutMs, pauseMs, pace: new Pace(pauseMs) }
  return {
    ask: (call) => ask({ ...shared, rung }, call),
    write: (call) => write(shared, call),
  }
}
