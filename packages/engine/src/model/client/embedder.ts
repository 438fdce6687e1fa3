import { withRetries } from '#http/with-retries.ts'
import type { Embedder } from '../../types.ts'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { EmbeddingsEndpoint } from './endpoint.ts'
import { failureOf } from './failure-of.ts'
import { TIMEOUT_MS } from './models.ts'
import { watchForLife } from './sign-of-life.ts'

const NO_PREFIXES = { question: '', passage: '' }

/** Loads what is needed to get vectors from `<baseUrl>/embeddings`, as OpenAI defines it. Nothing is asked of it yet. */
export async function openEmbedder(endpoint: EmbeddingsEndpoint): Promise<Embedder> {
  const { url, model, apiKey, timeoutMs = TIMEOUT_MS, pauseMs, prefixes = NO_PREFIXES } = endpoint
  const [{ createOpenAICompatible }, { embedMany }] = await Promise.all([
    import('@ai-sdk/openai-compatible'),
    import('ai'),
  ])
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: url.replace(/(?<!\/)\/+$/, ''),
    fetch: boundedFetch,
    ...(apiKey !== undefined && { apiKey }),
  })
  const ask = async (texts: readonly string[], signal: AbortSignal) => {
    const watch = watchForLife(signal, { first: timeoutMs, later: timeoutMs })
    try {
      const { embeddings } = await embedMany({
        model: provider.embeddingModel(model),
        values: [...texts],
        maxRetries: 0,
        abortSignal: watch.signal,
      })
      return unitVectors(embeddings, texts.length)
    } catch (error) {
      signal.throwIfAborted()
      throw watch.failure() ?? failureOf(error)
    } finally {
      watch.end()
    }
  }
  return {
    name: JSON.stringify([model, prefixes.passage]),
    async embed(texts, use, signal) {
      if (texts.length === 0) return []
      const prefixed = texts.map((text) => prefixes[use] + text)
      return await withRetries(() => ask(prefixed, signal), { ...RETRY_POLICY, pauseMs, signal })
    },
  }
}

/** @throws {ModelFailure} where they are not one vector for each text, all of the same number of dimensions */
function unitVectors(embeddings: readonly (readonly number[])[], count: number): Float32Array[] {
  const vectors = embeddings.map((embedding) => {
    const length = Math.hypot(...embedding)
    return Float32Array.from(embedding, (value) => value / length)
  })
  const [first] = vectors
  const isSound = (vector: Float32Array) =>
    vector.length > 0 && vector.length === first?.length && vector.every(Number.isFinite)
  if (vectors.length !== count || !vectors.every(isSound)) throw new ModelFailure('format', 'sent no usable vectors')
  return vectors
}
