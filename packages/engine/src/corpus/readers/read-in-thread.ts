import { Worker } from 'node:worker_threads'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'

/** What the thread answers, once. */
export type ThreadAnswer = { parts: DocumentParts } | { problem: string }

export interface ThreadOptions {
  signal: AbortSignal
  /** Milliseconds for the whole file. Default: a minute. */
  timeLimit?: number
}

/** Megabytes of heap for one file: one hostile file must not take the service with it. */
const MEMORY_LIMIT = 512

/**
 * Reads a file in a thread of its own: some parsers work without a pause, unpack far more than they are given, or leave
 * rejections that nobody handles, which would end the process. A thread can be stopped, and dies alone.
 * @param script names the file beside this one that reads, without its ending
 * @throws {UnreadableContentError} for a file that cannot be read, or takes too long
 */
export async function readInThread(
  script: 'pdf-worker' | 'docx-worker',
  bytes: Uint8Array,
  { signal, timeLimit = 60_000 }: ThreadOptions,
): Promise<DocumentParts> {
  signal.throwIfAborted()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const worker = startWorker(script, bytes)
  try {
    const answer = await answerOf(worker, limit)
    if ('problem' in answer) throw new UnreadableContentError(answer.problem)
    return answer.parts
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new UnreadableContentError('takes too long to read')
    throw error
  } finally {
    await worker.terminate()
  }
}

function startWorker(script: string, bytes: Uint8Array): Worker {
  // Beside this file in the sources, beside the bundle in the package.
  const file = new URL(`./${script}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
  // Parsers want plain bytes, and take them for themselves.
  const workerData = new Uint8Array(bytes)
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_LIMIT }
  // What parsers print is for their developers.
  return new Worker(file, {
    workerData,
    transferList: [workerData.buffer],
    resourceLimits,
    stdout: true,
    stderr: true,
  })
}

function answerOf(worker: Worker, limit: AbortSignal): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true })
    worker.once('message', resolve)
    worker.once('error', (error) => {
      const memory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(memory ? new UnreadableContentError('needs too much memory to read') : error)
    })
    worker.once('exit', () => reject(new UnreadableContentError('is not a readable file (broken or cut short)')))
  })
}
