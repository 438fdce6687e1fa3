import type { LiveCorpus } from '#corpus/live-corpus.ts'
import { type OpenCorpusOptions, openCorpus } from '#corpus/open-corpus.ts'
import { contentTerms, TERMS_VERSION } from '#language/terms.ts'
import { createEngine, type EngineOptions } from './engine.ts'
import type { EngineEvent, PassageHit, ResearchEngine } from './types.ts'
import { warmUp } from './warm-up.ts'

/** What is searched, where its index is kept, and who takes part in research. */
export interface EmbeddedEngineOptions
  extends Omit<OpenCorpusOptions, 'thread' | 'stemVersion'>,
    Omit<EngineOptions, 'library' | 'now'> {}

/**
 * An engine over an indexed corpus, and what indexing found. Research goes on during a refresh: what has begun still
 * reads the documents that it has found, even those that are gone.
 */
export interface EmbeddedEngine extends ResearchEngine {
  /** The documents that are searched, and what indexing found. */
  readonly corpus: Pick<
    LiveCorpus,
    'documentCount' | 'files' | 'problems' | 'sync' | 'documentAt' | 'refresh' | 'embed'
  >
  /** The passages that hold any of the words, best first; none of words that carry no meaning. */
  search(words: string, limit: number): FoundPassage[]
  /** Does once what questions need, asking nobody else, so that the first of them is not the slowest. Ends early when aborted. */
  warmUp(signal: AbortSignal): Promise<void>
  /** Ends what reads and watches, and closes the index. */
  close(): void
}

/** A passage, with the document that it stands in. */
export interface FoundPassage extends PassageHit {
  /** The title of the document. */
  title: string
  /** The address of the document. */
  url: string
  /** The passage itself. */
  text: string
}

/**
 * Opens the engine that by itself needs no model and no network: brings the index up to date with the sources, reading only what
 * is new or changed, and researches in it.
 * @throws the signal's reason when aborted, or when the index file cannot be written
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const { onRefresh, semantics } = options
  let engine: ResearchEngine | undefined
  let fingerprint: string | undefined
  const corpus = await openCorpus({
    ...options,
    embedder: semantics?.embedder,
    stemVersion: TERMS_VERSION,
    onRefresh(report) {
      // An engine knows the titles of its time; research that begins from now on knows the new ones.
      if (report.read + report.removed > 0) {
        engine = undefined
        fingerprint = undefined
      }
      onRefresh?.(report)
    },
  })
  return {
    corpus,
    fingerprint() {
      // Replies of models of meaning are not kept, and a second one may differ, so that nothing can be promised.
      if (semantics) return undefined
      fingerprint ??= corpus.fingerprint()
      return fingerprint
    },
    async *research(task, context): AsyncGenerator<EngineEvent> {
      const release = corpus.hold()
      try {
        engine ??= createEngine({ ...options, library: corpus })
        yield* engine.research(task, context)
      } finally {
        release()
      }
    },
    search: (words, limit) =>
      corpus.search([...contentTerms(words)], limit).map((hit) => {
        const { title, url, text } = corpus.document(hit.documentId)
        return { ...hit, title, url, text: text.slice(hit.start, hit.end) }
      }),
    warmUp(signal) {
      const release = corpus.hold()
      return warmUp(corpus, signal).finally(release)
    },
    close: () => corpus.close(),
  }
}
