import { openCorpus } from '#corpus/open-corpus.ts'
import type { Corpus, CorpusProblem, CorpusSource, IndexProgress, SyncReport } from '#corpus/types.ts'
import { indexTerms, TERMS_VERSION } from '#text/terms.ts'
import { createEngine } from './engine.ts'
import type { Library, ResearchEngine } from './types.ts'

export interface EmbeddedEngineOptions {
  /** What is searched and cited. */
  sources: readonly CorpusSource[]
  /** Where the index is kept between starts. One file for one set of sources. */
  indexFile: string
  onProgress?: ((progress: IndexProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/** An engine over an indexed corpus, and what indexing found. */
export interface EmbeddedEngine extends ResearchEngine {
  readonly documentCount: number
  /** What could not be read; everything else is served. */
  readonly problems: readonly CorpusProblem[]
  readonly sync: SyncReport
  close(): void
}

/**
 * Opens the engine that needs no model and no network: brings the index up to date with the sources, reading only what
 * is new or changed, and researches in it.
 * @throws the signal's reason when aborted, or when the index file can not be written
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const corpus = await openCorpus({ ...options, stem: indexTerms, stemVersion: TERMS_VERSION })
  const { research } = createEngine({ library: libraryOf(corpus) })
  const { documentCount, problems, sync } = corpus
  return { research, documentCount, problems, sync, close: () => corpus.close() }
}

function libraryOf(corpus: Corpus): Library {
  return {
    documentCount: corpus.documentCount,
    passageCount: corpus.passageCount,
    search: (terms, limit, { within, without } = {}) =>
      corpus.search({ terms }, limit, {
        ...(within ? { documents: within } : {}),
        ...(without ? { exclude: without } : {}),
      }),
    document: (id) => corpus.document(id),
    documentFrequency: (term) => corpus.documentFrequency(term),
    *titles() {
      for (const { documentId, title } of corpus.titles()) yield { documentId, name: title }
    },
    origins: () => corpus.origins(),
  }
}
