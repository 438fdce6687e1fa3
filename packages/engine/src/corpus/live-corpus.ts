import type { DatabaseSync } from 'node:sqlite'
import type { Embedder } from '../types.ts'
import { createCheckpoints } from './index/checkpoints.ts'
import { embedPassages } from './index/embed-passages.ts'
import { FormerDocuments } from './index/former-documents.ts'
import { noteSound } from './index/index-file.ts'
import { type Synchronised, synchronise } from './index/synchronise.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { IndexReader } from './search/index-reader.ts'
import { type WatchOptions, watchSources } from './sources/watch.ts'
import type { CorpusProblem, CorpusSource, SyncReport, VectorProgress } from './types.ts'

export interface LiveCorpusOptions {
  /** What is searched and cited. */
  sources: readonly CorpusSource[]
  /** Where the index is kept between starts. One file for one set of sources. */
  indexFile: string
  /**
   * What reads, cuts and stems in a thread: a script that calls `serveIndexJobs`. Queries are stemmed with the same. Default:
   * one with the rules of each language.
   */
  thread?: URL | undefined
  /** Whether to refresh automatically when the sources change, until the corpus is closed. Default: only `refresh` does. */
  watch?: WatchOptions | undefined
  /** Gives the passages vectors, while the corpus is open already. Default: they have none. */
  embedder?: Embedder | undefined
  /** Called as passages get their vectors. */
  onVectors?: ((progress: VectorProgress) => void) | undefined
  /** Called when passages could not get their vectors. They are tried again after the next refresh, and at the next start. */
  onVectorsFailed?: ((error: unknown) => void) | undefined
  /** Called after each completed refresh. */
  onRefresh?: ((report: SyncReport) => void) | undefined
  /** Called when a refresh that nobody waits for fails; the corpus keeps serving what it has and tries again. */
  onRefreshFailed?: ((error: unknown) => void) | undefined
}

/** An index that is up to date with its sources. The corpus closes it. */
interface IndexedCorpus {
  database: DatabaseSync
  /** What bringing it up to date told. */
  first: Synchronised
  /** What is to be said about the index file itself. */
  replaced: readonly CorpusProblem[]
}

/**
 * A corpus over an up-to-date index, which it keeps up to date. All methods but `refresh` are synchronous; they throw once
 * the corpus is closed.
 */
export class LiveCorpus extends IndexReader {
  /** What could not be read, as of the last refresh. */
  problems: readonly CorpusProblem[]
  /** What the last refresh took. */
  sync: SyncReport
  /**
   * Updates the index to the current state of the sources. Searches continue meanwhile and see what is ready. Calls made
   * during a refresh share the next one.
   * @throws the reason if the corpus is closed meanwhile, or an error if the index file cannot be written
   */
  readonly refresh = oneAtATime(() => this.#refresh())
  /** Gives vectors to the passages that have none. Never rejects. */
  readonly embed = oneAtATime(() => this.#embed())
  readonly #index: IndexedCorpus
  readonly #options: LiveCorpusOptions
  readonly #former: FormerDocuments
  readonly #closing = new AbortController()
  readonly #unwatch: (() => void) | undefined

  constructor(index: IndexedCorpus, options: LiveCorpusOptions) {
    super(index.database)
    this.#index = index
    this.#options = options
    this.#former = new FormerDocuments(index.database, index.first.generation, () => this.renew())
    this.sync = index.first.report
    this.problems = this.#problems()
    void this.embed()
    const { sources, watch } = options
    this.#unwatch = watch && watchSources(sources, () => this.#refreshUnasked(), watch)
  }

  /**
   * Keeps the current documents readable by `document`, even if a refresh removes them, until the returned function is
   * called.
   */
  hold(): () => void {
    const release = this.#former.hold()
    return () => {
      if (!this.#closing.signal.aborted) release()
    }
  }

  /** Ends watching and a refresh that is running. */
  close(): void {
    this.#closing.abort(new Error('The corpus is closed.'))
    this.#unwatch?.()
    this.#index.database.close()
    noteSound(this.#options.indexFile)
  }

  async #refresh(): Promise<SyncReport> {
    const { signal } = this.#closing
    signal.throwIfAborted()
    let last: Synchronised
    try {
      last = await synchronise(this.#index.database, { ...this.#options, signal })
    } catch (error) {
      // If closing the database made this fail, that is the reason to report.
      signal.throwIfAborted()
      throw error
    } finally {
      this.renew()
    }
    this.sync = last.report
    this.problems = this.#problems()
    this.#options.onRefresh?.(last.report)
    this.#former.renewed(last.generation)
    void this.embed()
    return last.report
  }

  async #embed(): Promise<void> {
    const { embedder, onVectors: onProgress, indexFile, thread } = this.#options
    const { signal } = this.#closing
    if (!embedder || signal.aborted) return
    const { written, end } = createCheckpoints(indexFile, { signal, script: thread })
    try {
      await embedPassages(this.#index.database, {
        ...{ embedder, signal, onProgress, written },
        documentOf: (id) => this.document(id),
      })
      await end()
    } catch (error) {
      if (!signal.aborted) this.#options.onVectorsFailed?.(error)
    }
  }

  async #refreshUnasked(): Promise<void> {
    try {
      await this.refresh()
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#options.onRefreshFailed?.(error)
    }
  }

  #problems(): CorpusProblem[] {
    return [...this.#index.replaced, ...this.storedProblems()]
  }
}
