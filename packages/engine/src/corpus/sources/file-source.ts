import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { CorpusSource } from '../types.ts'
import { type FileOptions, readCorpusFile } from './read-entry.ts'
import { watchFile } from './watch-folder.ts'

/** One file as a corpus: records (.jsonl), or a single document. */
export function fileSource(file: string, options: FileOptions = {}): CorpusSource {
  const absolute = resolve(file)
  const key = basename(absolute)
  return {
    id: `file:${absolute}`,
    async *list() {
      const { mtimeMs, size } = await stat(absolute)
      yield { key, fingerprint: fingerprint(mtimeMs, size, options), bytes: size }
    },
    read: (_key, signal) => readCorpusFile({ absolute, path: key, ...options }, signal),
    watch: (onChange) => watchFile(absolute, onChange),
  }
}

/**
 * Tells a changed file from an unchanged one without reading it. The base URL is part of its documents' addresses, and the
 * encoding decides what it says.
 */
export function fingerprint(mtimeMs: number, size: number, { baseUrl, encoding }: FileOptions): string {
  return `${mtimeMs}:${size}:${baseUrl ?? ''}${encoding === undefined ? '' : `:${encoding}`}`
}
