import type { DocumentParts } from './metadata.ts'
import { readInThread, type ThreadOptions } from './read-in-thread.ts'

/**
 * Reads a document of Microsoft Word.
 * @throws {UnreadableContentError} for a broken or protected file, or one that takes too long
 */
export function readDocx(bytes: Uint8Array, options: ThreadOptions): Promise<DocumentParts> {
  return readInThread('docx-worker', bytes, options)
}
