import { createFormerTable } from './index/former-documents.ts'
import { isDamage, openIndexFile, type Replaced, removeIndexFile } from './index/index-file.ts'
import { synchronise } from './index/synchronise.ts'
import { createUrlIndex } from './index/url-index.ts'
import { createLiveCorpus, type LiveCorpusOptions } from './live-corpus.ts'
import type { Corpus, CorpusProblem, IndexProgress } from './types.ts'

export interface OpenCorpusOptions extends LiveCorpusOptions {
  /** Where the index is kept between starts. One file for one set of sources. */
  indexFile: string
  /** Changes whenever `stem` would give other terms: the index is then built anew. */
  stemVersion: string
  onProgress?: ((progress: IndexProgress) => void) | undefined
  /** Ends the opening; a corpus that is open is ended by `close`. */
  signal?: AbortSignal | undefined
}

/**
 * Opens a corpus: brings its index up to date with the sources, reading only what is new or changed, and searches it.
 * Files that cannot be read are in `problems`; the others are served.
 * @throws the signal's reason when aborted, or when the index file cannot be written
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
    return createLiveCorpus({ database, first, indexFile, replaced: replacement(replaced) }, options)
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
