import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { UnreadableContentError } from '../readers/decode.ts'
import { DOCUMENT_EXTENSIONS } from '../readers/formats.ts'
import type { DocumentParts } from '../readers/metadata.ts'
import { reasonOf } from '../readers/problem.ts'
import { readInThread } from '../readers/read-in-thread.ts'
import { sourceUrl } from '../readers/source-url.ts'
import type { DocumentDraft, ReadItem } from '../types.ts'

/** A file of a corpus. */
export interface CorpusFile {
  /** Where it is on the machine. */
  absolute: string
  /** Where it is in the corpus, with forward slashes: what its address is made of. */
  path: string
  baseUrl?: string | undefined
}

/** The endings of the files that are read, in lower case. */
export const EXTENSIONS: ReadonlySet<string> = new Set([...DOCUMENT_EXTENSIONS, '.jsonl'])

/** The largest file that is read as one document, in bytes: it has to fit into memory several times over. */
const LARGEST_FILE = 64 * 1024 * 1024

/** The ending that decides how a file is read, in lower case. */
export function extensionOf(path: string): string {
  return extname(path).toLowerCase()
}

/**
 * Reads a file by its ending. Content that cannot be served is a problem item.
 * @throws what the file system threw
 */
export async function* readCorpusFile(file: CorpusFile, signal: AbortSignal): AsyncGenerator<ReadItem> {
  if (extensionOf(file.path) === '.jsonl') {
    const { readJsonl } = await import('../readers/jsonl.ts')
    yield* readJsonl(createReadStream(file.absolute, { signal }), file)
    return
  }
  const extension = extensionOf(file.path)
  if (!DOCUMENT_EXTENSIONS.has(extension)) return
  const { size } = await stat(file.absolute)
  if (size === 0) return yield { problem: 'is empty' }
  if (size > LARGEST_FILE) return yield { problem: `is larger than ${LARGEST_FILE / 1024 / 1024} MiB` }
  const bytes = await readFile(file.absolute, { signal })
  try {
    const { warning, ...parts } = await readInThread(extension, bytes, { signal })
    if (parts.text.trim() === '') throw new UnreadableContentError('contains no text')
    yield { document: draftOf(file, parts) }
    if (warning !== undefined) yield { problem: warning }
  } catch (error) {
    signal.throwIfAborted()
    yield { problem: error instanceof UnreadableContentError ? error.message : reasonOf(error) }
  }
}

function draftOf(file: CorpusFile, { url: own, ...parts }: Omit<DocumentParts, 'warning'>): DocumentDraft {
  const url = sourceUrl({ own, baseUrl: file.baseUrl, path: file.path })
  const extension = extensionOf(file.path)
  const sourceType = extension === '.html' || extension === '.htm' ? 'web' : 'document'
  return { title: titleFromName(file.path), sourceType, ...parts, url, path: file.path }
}

/** What opens a folder is named after it. */
const OPENS_FOLDER = /^(?:readme|index)$/i

function titleFromName(path: string): string {
  const folder = basename(dirname(path))
  const bare = withoutExtension(path)
  return OPENS_FOLDER.test(bare) && folder !== '.' ? folder : bare
}

function withoutExtension(path: string): string {
  const name = basename(path)
  const bare = name.slice(0, name.length - extname(name).length)
  return bare.replace(/_+/g, ' ').trim() || name
}
