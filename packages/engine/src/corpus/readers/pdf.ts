import { Worker } from 'node:worker_threads'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'
import type { PdfAnswer } from './pdf-worker.ts'

export interface PdfOptions {
  signal: AbortSignal
  /** Milliseconds for the whole file. Default: a minute. */
  timeLimit?: number
}

/** Megabytes of heap for one file: one hostile file must not take the service with it. */
const MEMORY_LIMIT = 512

/**
 * Reads a PDF's text layer in a thread of its own: PDF.js works without a pause, and on broken files it leaves
 * rejections that nobody handles, which would end the process. A thread can be stopped, and dies alone.
 * @throws {UnreadableContentError} for a broken, protected or scanned file, or one that takes too long
 */
export async function readPdf(bytes: Uint8Array, { signal, timeLimit = 60_000 }: PdfOptions): Promise<DocumentParts> {
  signal.throwIfAborted()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)])
  const worker = startWorker(bytes)
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

function startWorker(bytes: Uint8Array): Worker {
  // Beside this file in the sources, beside the bundle in the package.
  const script = new URL(import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js', import.meta.url)
  // PDF.js wants plain bytes, and takes them for itself.
  const workerData = new Uint8Array(bytes)
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_LIMIT }
  // What PDF.js prints is for its developers.
  return new Worker(script, {
    workerData,
    transferList: [workerData.buffer],
    resourceLimits,
    stdout: true,
    stderr: true,
  })
}

function answerOf(worker: Worker, limit: AbortSignal): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    limit.addEventListener('abort', () => reject(limit.reason), { once: true })
    worker.once('message', resolve)
    worker.once('error', (error) => {
      const memory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(memory ? new UnreadableContentError('needs too much memory to read') : error)
    })
    worker.once('exit', () => reject(new UnreadableContentError('is not a readable PDF (broken or cut short)')))
  })
}
