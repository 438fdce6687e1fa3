import type { DocumentParts } from './metadata.ts'
import { readInThread, type ThreadOptions } from './read-in-thread.ts'

/**
 * Reads a PDF's text layer.
 * @throws {UnreadableContentError} for a broken, protected or scanned file, or one that takes too long
 */
export function readPdf(bytes: Uint8Array, options: ThreadOptions): Promise<DocumentParts> {
  return readInThread('pdf-worker', bytes, options)
}
