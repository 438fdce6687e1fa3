import { z } from 'zod'
import { withRetries } from '#http/with-retries.ts'
import type { Embedder } from '../../types.ts'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'
import { below, type EmbeddingsEndpoint } from './endpoint.ts'
import { postJson } from './post-json.ts'

const NO_PREFIXES = { question: '', passage: '' }

const vectorsSchema = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()), index: z.int().min(0).optional() })),
})

/** Vectors of `<baseUrl>/embeddings`, as OpenAI defines it. Nothing is asked of it yet. */
export function openEmbedder(endpoint: EmbeddingsEndpoint): Embedder {
  const { url, model, pauseMs, prefixes = NO_PREFIXES } = endpoint
  const to = below(url, 'embeddings')
  const ask = async (texts: readonly string[], signal: AbortSignal) =>
    unitVectors(await postJson(to, { model, input: texts, encoding_format: 'float' }, endpoint, signal), texts.length)
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
function unitVectors(sent: unknown, count: number): Float32Array[] {
  const { data = [] } = vectorsSchema.safeParse(sent).data ?? {}
  const inOrder = data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  const vectors = inOrder.map(({ embedding }) => {
    const length = Math.hypot(...embedding)
    return Float32Array.from(embedding, (value) => value / length)
  })
  const [first] = vectors
  const isSound = (vector: Float32Array) =>
    vector.length > 0 && vector.length === first?.length && vector.every(Number.isFinite)
  if (vectors.length !== count || !vectors.every(isSound)) throw new ModelFailure('format', 'sent no usable vectors')
  return vectors
}
