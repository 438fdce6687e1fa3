import { type IndexJobOptions, readDrafts } from '#corpus/index/index-threads.ts'
import { UnreadableContentError } from '#corpus/readers/decode.ts'

/**
 * Reads a file as it is read when it is indexed: in a thread.
 * @throws {UnreadableContentError} with the problem where it gives no document
 */
export async function readFile(path: string, bytes: Uint8Array, options: IndexJobOptions) {
  const { documents, problems, warnings = [] } = await readDrafts({ path, bytes }, options)
  const [draft] = documents
  if (!draft) throw new UnreadableContentError(problems.join())
  const { url: _url, path: _path, sourceType: _type, ...parts } = draft
  return { ...parts, ...(warnings.length > 0 && { warning: warnings.join() }) }
}
