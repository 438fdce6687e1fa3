import type { DatabaseSync } from 'node:sqlite'
import { createFormerDocuments } from './index/former-documents.ts'
import { noteSound } from './index/index-file.ts'
import type { Stem } from './index/index-writer.ts'
import { type Synchronised, synchronise } from './index/synchronise.ts'
import { createIndexReader, storedProblems } from './search/index-reader.ts'
import { type WatchOptions, watchSources } from './sources/watch.ts'
import type { Corpus, CorpusProblem, CorpusSource, SyncReport } from './types.ts'

export interface LiveCorpusOptions {
  indexFile: string
  /** Up to date with the sources; closed by the corpus. */
  database: DatabaseSync
  /** What bringing it up to date told. */
  first: Synchronised
  /** What is to be told of the index file itself. */
  replaced: readonly CorpusProblem[]
  sources: readonly CorpusSource[]
  stem: Stem
  watch?: WatchOptions | undefined
  onRefresh?: ((report: SyncReport) => void) | undefined
  onRefreshFailed?: ((error: unknown) => void) | undefined
}

/** A corpus over an index that is up to date, and that it keeps up to date. */
export function createLiveCorpus(options: LiveCorpusOptions): Corpus {
  const { database, indexFile, replaced, sources, stem, watch, onRefresh, onRefreshFailed } = options
  const reader = createIndexReader(database)
  const former = createFormerDocuments(database, options.first.generation, reader.renew)
  const closing = new AbortController()
  let last = options.first
  let problems = problemsNow()
  let running: Promise<SyncReport> | undefined
  let waiting: Promise<SyncReport> | undefined

  function problemsNow(): CorpusProblem[] {
    return [...replaced, ...last.problems, ...storedProblems(database)]
  }

  async function synchroniseNow(): Promise<SyncReport> {
    const { signal } = closing
    signal.throwIfAborted()
    try {
      last = await synchronise(database, { sources, stem, signal, keepFormer: true })
    } catch (error) {
      // Whatever failed because the database is closed.
      signal.throwIfAborted()
      throw error
    } finally {
      reader.renew()
    }
    problems = problemsNow()
    onRefresh?.(last.report)
    former.renewed(last.generation)
    return last.report
  }

  /** One at a time; whoever asks during one shares the next, as that one may have listed already. */
  function refresh(): Promise<SyncReport> {
    if (running === undefined) {
      running = synchroniseNow().finally(() => {
        running = undefined
      })
      return running
    }
    waiting ??= running.then(ignore, ignore).then(() => {
      waiting = undefined
      return refresh()
    })
    return waiting
  }

  function hold(): () => void {
    const release = former.hold()
    return () => {
      if (!closing.signal.aborted) release()
    }
  }

  const unwatch =
    watch === undefined
      ? ignore
      : watchSources(
          sources,
          () =>
            refresh().then(ignore, (error: unknown) => {
              if (!closing.signal.aborted) onRefreshFailed?.(error)
            }),
          watch,
        )

  return Object.defineProperties({} as Corpus, {
    ...Object.getOwnPropertyDescriptors(reader),
    problems: { get: () => problems, enumerable: true },
    sync: { get: () => last.report, enumerable: true },
    refresh: { value: refresh, enumerable: true },
    hold: { value: hold, enumerable: true },
    close: {
      value() {
        closing.abort(new Error('The corpus is closed.'))
        unwatch()
        database.close()
        noteSound(indexFile)
      },
      enumerable: true,
    },
  })
}

function ignore(): void {}
