import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extensionOf, isRead, RECORDS } from '../formats/formats.ts'
import { linePieces } from '../readers/lines.ts'
import type { ReadItem } from '../types.ts'

/** How files are read. */
export interface FileOptions {
  /** Where the corpus is published. */
  baseUrl?: string | undefined
  /** The encoding of files that are no UTF-8 and do not tell theirs. Default: these are not read. */
  encoding?: string | undefined
}

/** A file of a corpus. */
export interface CorpusFile extends FileOptions {
  /** Where it is on the machine. */
  absolute: string
  /** Where it is in the corpus, with forward slashes: what its address is made of. */
  path: string
}

/** The largest file that is read as one document, in bytes: it has to fit into memory several times over. */
const LARGEST_FILE = 64 * 1024 * 1024

/**
 * Gives the content of a file in the pieces in which it is read. What is not to be read is a problem item.
 * @throws what the file system threw
 */
export async function* readCorpusFile(file: CorpusFile, signal: AbortSignal): AsyncGenerator<ReadItem> {
  const { absolute, ...named } = file
  if (!isRead(file.path)) return
  const { size } = await stat(absolute)
  if (size === 0) return yield { problem: 'is empty' }
  if (RECORDS.has(extensionOf(file.path))) {
    for await (const item of linePieces(createReadStream(absolute, { signal })))
      yield 'problem' in item ? item : { piece: { ...named, ...item } }
    return
  }
  if (size > LARGEST_FILE) return yield { problem: `is larger than ${LARGEST_FILE / 1024 / 1024} MiB` }
  yield { piece: { ...named, bytes: await readFile(absolute, { signal }) } }
}
