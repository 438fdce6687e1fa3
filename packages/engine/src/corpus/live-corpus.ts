import type { DatabaseSync } from 'node:sqlite'
import { createFormerDocuments } from './index/former-documents.ts'
import { noteSound } from './index/index-file.ts'
import type { Stem } from './index/index-writer.ts'
import { type Synchronised, synchronise } from './index/synchronise.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type CorpusReader, createIndexReader, storedProblems } from './search/index-reader.ts'
import { type WatchOptions, watchSources } from './sources/watch.ts'
import type { Corpus, CorpusProblem, CorpusSource, SyncReport } from './types.ts'

export interface LiveCorpusOptions {
  /** What is searched and cited. */
  sources: readonly CorpusSource[]
  /** Makes search terms of a text: stemmed, joined with spaces. Queries are made with the same. */
  stem: Stem
  /** Refreshes by itself when the sources change, from now until closed. Default: only `refresh` does. */
  watch?: WatchOptions | undefined
  /** After each refresh that came to its end. */
  onRefresh?: ((report: SyncReport) => void) | undefined
  /** A refresh that nobody waits for failed; the corpus serves what it holds, and tries again. */
  onRefreshFailed?: ((error: unknown) => void) | undefined
}

/** An index that is up to date with its sources. The corpus closes it. */
export interface IndexedCorpus {
  indexFile: string
  database: DatabaseSync
  /** What bringing it up to date told. */
  first: Synchronised
  /** What is to be told of the index file itself. */
  replaced: readonly CorpusProblem[]
}

/** A corpus over an index that is up to date, and that it keeps up to date. */
export function createLiveCorpus(
  { indexFile, database, first, replaced }: IndexedCorpus,
  { sources, stem, watch, onRefresh, onRefreshFailed }: LiveCorpusOptions,
): Corpus {
  const reader = createIndexReader(database)
  const former = createFormerDocuments(database, first.generation, reader.renew)
  const closing = new AbortController()
  let last = first
  let problems = problemsNow()

  function problemsNow(): CorpusProblem[] {
    return [...replaced, ...last.problems, ...storedProblems(database)]
  }

  const refresh = oneAtATime(async () => {
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
  })

  function hold(): () => void {
    const release = former.hold()
    return () => {
      if (!closing.signal.aborted) release()
    }
  }

  const refreshUnasked = () =>
    refresh().then(ignore, (error: unknown) => {
      if (!closing.signal.aborted) onRefreshFailed?.(error)
    })
  const unwatch = watch === undefined ? ignore : watchSources(sources, refreshUnasked, watch)

  const own: Omit<Corpus, keyof CorpusReader> = {
    get problems() {
      return problems
    },
    get sync() {
      return last.report
    },
    refresh,
    hold,
    close() {
      closing.abort(new Error('The corpus is closed.'))
      unwatch()
      database.close()
      noteSound(indexFile)
    },
  }
  return Object.defineProperties(
    { ...reader, ...own },
    {
      ...Object.getOwnPropertyDescriptors(reader),
      ...Object.getOwnPropertyDescriptors(own),
    },
  )
}

function ignore(): void {}
