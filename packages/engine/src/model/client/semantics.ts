import type { Semantics } from '../../types.ts'
import { ModelFailure } from '../failure.ts'
import { TIMEOUT_MS } from './converse.ts'
import { openEmbedder } from './embedder.ts'
import type { EmbeddingsEndpoint, SemanticEndpoint } from './endpoint.ts'
import { connectionFailure } from './failure-of.ts'
import { openReranker } from './reranker.ts'

/** Where models of meaning are; without one, the engine does its work by words alone. */
export interface SemanticEndpoints {
  /** The model that gives passages and questions vectors. */
  embeddings?: EmbeddingsEndpoint | undefined
  /** The model that tells how well passages answer. */
  rerank?: SemanticEndpoint | undefined
}

/** Loads what is needed to speak to the endpoints. Nothing is asked of them yet. */
export async function openSemantics({ embeddings, rerank }: SemanticEndpoints): Promise<Semantics> {
  return {
    embedder: embeddings && openEmbedder(embeddings),
    reranker: rerank && openReranker(rerank),
  }
}

/** What a trial of an endpoint shows: undefined for one that answers. */
export interface SemanticTrial {
  /** What the model is for. */
  role: 'embeddings' | 'rerank'
  /** Where it was asked. */
  url: string
  /** The name of the model at its endpoint; undefined if the endpoint has one alone. */
  model: string | undefined
  /** Why it did not answer; undefined if it did. */
  failure: ModelFailure | undefined
}

/** Milliseconds for a word: someone waits for it at a terminal. */
const TRY_MS = TIMEOUT_MS / 2

/** Asks each endpoint for as little as it can do. */
export async function trySemantics(endpoints: SemanticEndpoints, signal: AbortSignal): Promise<SemanticTrial[]> {
  const { embedder, reranker } = await openSemantics(endpoints)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)])
  const trial = async (role: SemanticTrial['role'], endpoint: SemanticEndpoint, work: () => Promise<unknown>) => {
    const tried = { role, url: endpoint.url, model: endpoint.model }
    try {
      await work()
      return { ...tried, failure: undefined }
    } catch (error) {
      signal.throwIfAborted()
      const late = new ModelFailure('timeout', `sent nothing for ${TRY_MS} ms`)
      return { ...tried, failure: inTime.aborted ? late : connectionFailure(error) }
    }
  }
  const { embeddings, rerank } = endpoints
  const text = 'Are you there?'
  const trials: Promise<SemanticTrial>[] = []
  if (embeddings && embedder)
    trials.push(trial('embeddings', embeddings, () => embedder.embed([text], 'question', inTime)))
  if (rerank && reranker) trials.push(trial('rerank', rerank, () => reranker.score(text, ['Yes.', 'No.'], inTime)))
  return await Promise.all(trials)
}
