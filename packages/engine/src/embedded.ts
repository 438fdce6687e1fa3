import type { ReasoningLevel } from '@deep-research/sdk/contract'
import { openCorpus } from '#corpus/open-corpus.ts'
import type { WatchOptions } from '#corpus/sources/watch.ts'
import type { Corpus, CorpusProblem, CorpusSource, IndexProgress, SyncReport } from '#corpus/types.ts'
import { contentTerms, indexTerms, TERMS_VERSION } from '#language/terms.ts'
import type { Budget } from './budget.ts'
import type { Accompany } from './companion.ts'
import { createEngine } from './engine.ts'
import type { EngineEvent, Library, PassageHit, ResearchEngine, SourceDocument } from './types.ts'

export interface EmbeddedEngineOptions {
  /** What is searched and cited. */
  sources: readonly CorpusSource[]
  /** Where the index is kept between starts. One file for one set of sources. */
  indexFile: string
  onProgress?: ((progress: IndexProgress) => void) | undefined
  /** Ends the opening; an engine that is open is ended by `close`. */
  signal?: AbortSignal | undefined
  /** Picks up changes of the sources by itself, from now until closed. Default: only `refresh` does. */
  watch?: WatchOptions | undefined
  /** After each refresh that came to its end. */
  onRefresh?: ((report: SyncReport) => void) | undefined
  /** A refresh that nobody waits for failed; the engine goes on with what it holds, and tries again. */
  onRefreshFailed?: ((error: unknown) => void) | undefined
  /** What joins each run: models, the live web. Default: nothing does. */
  accompany?: Accompany | undefined
  /** How far a run of a level goes, and how much its answer holds. Default: `budgetFor`. */
  budgetOf?: ((level: ReasoningLevel) => Budget) | undefined
}

/** An engine over an indexed corpus, and what indexing found. All is as of the last refresh. */
export interface EmbeddedEngine extends ResearchEngine {
  readonly documentCount: number
  /** What could not be read; everything else is served. */
  readonly problems: readonly CorpusProblem[]
  readonly sync: SyncReport
  /**
   * Takes in what changed in the sources. Research goes on meanwhile: what has begun still reads the documents that
   * it has found, even those that are gone.
   * @throws when closed meanwhile, or when the index file can not be written
   */
  refresh(): Promise<SyncReport>
  /** The passages that hold any of the words, best first; none of words that carry no meaning. */
  search(words: string, limit: number): FoundPassage[]
  /** The document that has this address now; undefined where the corpus holds none. */
  documentAt(url: string): SourceDocument | undefined
  close(): void
}

/** A passage, with the document that it stands in. */
export interface FoundPassage extends PassageHit {
  title: string
  url: string
  text: string
}

/**
 * Opens the engine that by itself needs no model and no network: brings the index up to date with the sources, reading only what
 * is new or changed, and researches in it.
 * @throws the signal's reason when aborted, or when the index file can not be written
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const { onRefresh, accompany, budgetOf } = options
  let engine: ResearchEngine | undefined
  const corpus = await openCorpus({
    ...options,
    stem: indexTerms,
    stemVersion: TERMS_VERSION,
    onRefresh(report) {
      // An engine knows the titles of its time; research that begins from now on knows the new ones.
      if (report.read + report.removed > 0) engine = undefined
      onRefresh?.(report)
    },
  })
  const engineNow = () => {
    engine ??= createEngine({ library: libraryOf(corpus), accompany, budgetOf })
    return engine
  }
  engineNow()
  return {
    get documentCount() {
      return corpus.documentCount
    },
    get problems() {
      return corpus.problems
    },
    get sync() {
      return corpus.sync
    },
    async *research(task, context): AsyncGenerator<EngineEvent> {
      const release = corpus.hold()
      try {
        yield* engineNow().research(task, context)
      } finally {
        release()
      }
    },
    refresh: () => corpus.refresh(),
    search: (words, limit) => {
      const found = corpus.search({ terms: [...contentTerms(words)] }, limit)
      return found.map((hit) => {
        const { title, url, text } = corpus.document(hit.documentId)
        return { ...hit, title, url, text: text.slice(hit.start, hit.end) }
      })
    },
    documentAt: (url) => corpus.documentAt(url),
    close: () => corpus.close(),
  }
}

function libraryOf(corpus: Corpus): Library {
  return {
    get documentCount() {
      return corpus.documentCount
    },
    get passageCount() {
      return corpus.passageCount
    },
    search: (terms, limit, { within, without, statistics } = {}) =>
      corpus.search({ terms }, limit, {
        ...(within ? { documents: within } : {}),
        ...(without ? { exclude: without } : {}),
        ...(statistics ? { statistics } : {}),
      }),
    document: (id) => corpus.document(id),
    documentFrequency: (term) => corpus.documentFrequency(term),
    *titles() {
      for (const { documentId, title } of corpus.titles()) yield { documentId, name: title }
    },
    origins: () => corpus.origins(),
  }
}
