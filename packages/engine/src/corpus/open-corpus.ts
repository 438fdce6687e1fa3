import { createFormerTable } from './index/former-documents.ts'
import { isDamage, openIndexFile, type Replaced, removeIndexFile } from './index/index-file.ts'
import type { Stem } from './index/index-writer.ts'
import { synchronise } from './index/synchronise.ts'
import { createUrlIndex } from './index/url-index.ts'
import { createLiveCorpus } from './live-corpus.ts'
import type { WatchOptions } from './sources/watch.ts'
import type { Corpus, CorpusProblem, CorpusSource, IndexProgress, SyncReport } from './types.ts'

export interface OpenCorpusOptions {
  sources: readonly CorpusSource[]
  /** Where the index is kept between starts. One file for one set of sources. */
  indexFile: string
  /** Makes search terms of a text: stemmed, joined with spaces. Queries are made with the same. */
  stem: Stem
  /** Changes whenever `stem` would give other terms: the index is then built anew. */
  stemVersion: string
  onProgress?: ((progress: IndexProgress) => void) | undefined
  /** Ends the opening; a corpus that is open is ended by `close`. */
  signal?: AbortSignal | undefined
  /** Refreshes by itself when the sources change, from now until closed. Default: only `refresh` does. */
  watch?: WatchOptions | undefined
  /** After each refresh that came to its end. */
  onRefresh?: ((report: SyncReport) => void) | undefined
  /** A refresh that nobody waits for failed; the corpus serves what it holds, and tries again. */
  onRefreshFailed?: ((error: unknown) => void) | undefined
}

/**
 * Opens a corpus: brings its index up to date with the sources, reading only what is new or changed, and searches it.
 * Files that can not be read are in `problems`; the others are served.
 * @throws the signal's reason when aborted, or when the index file can not be written
 */
export async function openCorpus(options: OpenCorpusOptions): Promise<Corpus> {
  try {
    return await open(options)
  } catch (error) {
    if (!isDamage(error)) throw error
    // Damage that the check at opening did not see, or that came since.
    removeIndexFile(options.indexFile)
    return await open(options)
  }
}

async function open(options: OpenCorpusOptions): Promise<Corpus> {
  const { sources, indexFile, stem, stemVersion, onProgress, signal = new AbortController().signal } = options
  signal.throwIfAborted()
  const { database, replaced } = await openIndexFile(indexFile, stemVersion)
  try {
    createFormerTable(database)
    createUrlIndex(database)
    const first = await synchronise(database, { sources, stem, signal, onProgress, keepFormer: false })
    return createLiveCorpus({ database, first, replaced: replacement(replaced), ...options })
  } catch (error) {
    database.close()
    throw error
  }
}

function replacement(replaced: Replaced | undefined): CorpusProblem[] {
  if (replaced === undefined) return []
  const source = 'index'
  if (replaced.kind === 'damaged') return [{ source, message: 'the index file was damaged; it was built anew' }]
  return [{ source, message: 'the index file was something else; that is kept beside it, with .replaced in its name' }]
}
