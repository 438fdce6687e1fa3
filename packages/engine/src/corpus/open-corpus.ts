import { type IndexFile, isDamage, moveForeign, openIndexFile, removeIndexFile } from './index/index-file.ts'
import { synchronise } from './index/synchronise.ts'
import { LiveCorpus, type LiveCorpusOptions } from './live-corpus.ts'
import type { IndexProgress } from './types.ts'

export interface OpenCorpusOptions extends LiveCorpusOptions, IndexFile {
  /** Called after each file while the index is brought up to date. */
  onProgress?: ((progress: IndexProgress) => void) | undefined
  /** Ends the opening; a corpus that is open is ended by `close`. */
  signal?: AbortSignal | undefined
}

/**
 * Opens a corpus: updates its index from the sources, reading only what is new or changed, and makes it searchable.
 * Files that cannot be read are in `problems`; all others are served. A damaged index is built anew.
 * @throws the signal's reason when aborted, or an error if the index file cannot be written
 */
export async function openCorpus(options: OpenCorpusOptions): Promise<LiveCorpus> {
  const foreign = moveForeign(options.indexFile)
  try {
    const kept = 'the index file was something else; that is kept beside it, with .replaced in its name'
    return await open(options, foreign ? kept : undefined)
  } catch (error) {
    if (!isDamage(error)) throw error
    removeIndexFile(options.indexFile)
    return await open(options, 'the index file was damaged; it was built anew')
  }
}

/** `message`: what is to be said about the index file itself. */
async function open(options: OpenCorpusOptions, message: string | undefined): Promise<LiveCorpus> {
  const { signal = new AbortController().signal } = options
  signal.throwIfAborted()
  const database = await openIndexFile(options)
  try {
    const first = await synchronise(database, { ...options, signal })
    const replaced = message === undefined ? [] : [{ source: 'index', message }]
    return new LiveCorpus({ database, first, replaced }, options)
  } catch (error) {
    database.close()
    throw error
  }
}
