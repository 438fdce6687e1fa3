import { ThreadFailure } from '#threads/failure.ts'
import { ThreadPool } from '#threads/thread-pool.ts'
import { threadScript } from '#threads/thread-script.ts'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'

/** A file that a thread is to read. */
export interface FileJob {
  /** What decides how it is read. */
  extension: string
  bytes: Uint8Array
}

export interface ReadOptions {
  signal: AbortSignal
  /** Milliseconds for the whole file. Default: a minute. */
  timeLimit?: number
}

/** One thread: whoever indexes reads one file after the other. A large file needs several times its size. */
const pool = new ThreadPool<FileJob, DocumentParts>({
  script: threadScript(import.meta.url, 'file-thread'),
  threads: 1,
  memory: { heap: 1_024, buffers: 512 },
})

/**
 * Reads a file in a thread: some parsers work without a pause, unpack far more than they are given, or leave rejections
 * that nobody handles, which would end the process. A thread can be stopped, and dies alone.
 * @throws {UnreadableContentError} for a file that cannot be read, or needs too much time or memory
 */
export async function readInThread(
  extension: string,
  bytes: Uint8Array,
  { signal, timeLimit = 60_000 }: ReadOptions,
): Promise<DocumentParts> {
  try {
    return await pool.run({ extension, bytes }, { signal, ms: timeLimit })
  } catch (error) {
    if (error instanceof ThreadFailure) throw new UnreadableContentError(error.message, { cause: error })
    throw error
  }
}
