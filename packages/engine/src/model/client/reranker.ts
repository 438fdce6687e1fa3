import { z } from 'zod'
import { withRetries } from '#http/with-retries.ts'
import type { Reranker } from '../../types.ts'
import { ModelFailure, RETRY_POLICY } from '../failure.ts'
import type { SemanticEndpoint } from './endpoint.ts'
import { postJson } from './post-json.ts'

/** Texts of one request: more than this is refused by a Text Embeddings Inference server that is set up as it comes. */
const TEXTS_A_CALL = 32

const scoreSchema = z.object({ index: z.int().min(0) })
/** Cohere, Jina, vLLM and llama.cpp send the first form, Text Embeddings Inference the second. */
const responseSchema = z.union([
  z
    .object({ results: z.array(scoreSchema.extend({ relevance_score: z.number() })) })
    .transform(({ results }) => results.map(({ index, relevance_score }) => ({ index, score: relevance_score }))),
  z.array(scoreSchema.extend({ score: z.number() })),
])

/** The forms of a request: what all others take, and what Text Embeddings Inference does. */
const FORMS = ['documents', 'texts'] as const

/** A reranker at a URL that takes Cohere's, Jina's or Text Embeddings Inference's requests. Nothing is asked of it yet. */
export function openReranker(endpoint: SemanticEndpoint): Reranker {
  let form: (typeof FORMS)[number] = 'documents'
  const score = async (question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> => {
    const options = { ...RETRY_POLICY, pauseMs: endpoint.pauseMs, signal }
    try {
      return await withRetries(
        () => ask(endpoint, bodyOf(form, endpoint, question, texts), texts.length, signal),
        options,
      )
    } catch (error) {
      if (form !== 'documents' || !(error instanceof ModelFailure) || error.reason !== 'request') throw error
      const scores = await ask(endpoint, bodyOf('texts', endpoint, question, texts), texts.length, signal)
      form = 'texts'
      return scores
    }
  }
  return {
    async score(question, texts, signal) {
      const scores: number[] = []
      for (let at = 0; at < texts.length; at += TEXTS_A_CALL)
        scores.push(...(await score(question, texts.slice(at, at + TEXTS_A_CALL), signal)))
      return scores
    },
  }
}

function bodyOf(form: (typeof FORMS)[number], { model }: SemanticEndpoint, query: string, texts: readonly string[]) {
  if (form === 'texts') return { query, texts, truncate: true }
  return { ...(model !== undefined && { model }), query, documents: texts, top_n: texts.length }
}

async function ask(endpoint: SemanticEndpoint, body: unknown, count: number, signal: AbortSignal): Promise<number[]> {
  return scoresIn(await postJson(new URL(endpoint.url), body, endpoint, signal), count)
}

/** @throws {ModelFailure} where there is not one score for each text */
function scoresIn(sent: unknown, count: number): number[] {
  const scores = new Map(responseSchema.safeParse(sent).data?.map(({ index, score }) => [index, score]))
  return Array.from({ length: count }, (_, index) => {
    const score = scores.get(index)
    if (score === undefined) throw new ModelFailure('format', 'sent no usable scores')
    return score
  })
}
