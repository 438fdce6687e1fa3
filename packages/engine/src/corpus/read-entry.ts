import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { readJsonl } from './readers/jsonl.ts'
import type { ReadItem } from './types.ts'

/** A file of a corpus. */
export interface CorpusFile {
  /** Where it is on the machine. */
  absolute: string
  /** Where it is in the corpus, with forward slashes: what its address is made of. */
  path: string
  baseUrl?: string | undefined
}

/** The endings of the files that are read, in lower case. */
export const EXTENSIONS: ReadonlySet<string> = new Set(['.jsonl'])

/** Reads a file by its ending. */
export async function* readCorpusFile(file: CorpusFile, signal: AbortSignal): AsyncGenerator<ReadItem> {
  switch (extname(file.path).toLowerCase()) {
    case '.jsonl':
      yield* readJsonl(createReadStream(file.absolute, { signal }), file)
  }
}
