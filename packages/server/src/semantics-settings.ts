import { key, name, prefix, type Reader, webAddress } from './setting-readers.ts'

/** The settings of models that find and rank passages by their meaning. */
export interface SemanticsSettings {
  /** The endpoint that makes vectors of passages and questions; undefined means that passages are found by their words. */
  embeddingsBaseUrl: string | undefined
  /** The key of the embeddings' endpoint. */
  embeddingsApiKey: string | undefined
  /** The model that gives texts vectors. */
  embeddingsModel: string | undefined
  /** Stands before each question that gets a vector. */
  embeddingsQueryPrefix: string
  /** Stands before each passage that gets a vector. */
  embeddingsPassagePrefix: string
  /** The endpoint that scores passages for a question; undefined means that the engine's own order stands. */
  rerankUrl: string | undefined
  /** The key of the reranker. */
  rerankApiKey: string | undefined
  /** The model that tells how well passages answer. */
  rerankModel: string | undefined
}

export const SEMANTICS_SETTINGS: { [Key in keyof SemanticsSettings]: Reader<SemanticsSettings[Key]> } = {
  embeddingsBaseUrl: webAddress('EMBEDDINGS_BASE_URL'),
  embeddingsApiKey: key('EMBEDDINGS_API_KEY'),
  embeddingsModel: name('EMBEDDINGS_MODEL'),
  embeddingsQueryPrefix: prefix('EMBEDDINGS_QUERY_PREFIX'),
  embeddingsPassagePrefix: prefix('EMBEDDINGS_PASSAGE_PREFIX'),
  rerankUrl: webAddress('RERANK_URL'),
  rerankApiKey: key('RERANK_API_KEY'),
  rerankModel: name('RERANK_MODEL'),
}
