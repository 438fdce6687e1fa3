import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { LiveCorpus } from '#corpus/live-corpus.ts'
import { type OpenCorpusOptions, openCorpus } from '#corpus/open-corpus.ts'
import type { CorpusSource, DocumentDraft } from '#corpus/types.ts'
import { WORDS } from './words.ts'

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A corpus that is closed after the test. */
export async function opened(
  sources: readonly CorpusSource[],
  options: Partial<OpenCorpusOptions> = {},
): Promise<LiveCorpus> {
  const indexFile = options.indexFile ?? join(temporaryFolder(), 'index.db')
  const corpus = await openCorpus({ sources, ...WORDS, ...options, indexFile })
  onTestFinished(() => {
    try {
      corpus.close()
    } catch {
      // Closed by the test.
    }
  })
  return corpus
}

/** A source whose entries the test holds in its hand; the fingerprint is the content. Counts what was read. */
export function handSource(entries: Record<string, readonly DocumentDraft[]>, id = 'hand') {
  const read: string[] = []
  const source: CorpusSource = {
    id,
    async *list() {
      for (const [key, drafts] of Object.entries(entries)) {
        const fingerprint = JSON.stringify(drafts)
        yield { key, fingerprint, bytes: fingerprint.length }
      }
    },
    async *read(key) {
      read.push(key)
      for (const document of entries[key] ?? []) yield { document }
    },
  }
  return { source, read, entries }
}

export function draft(title: string, text: string, more: Partial<DocumentDraft> = {}): DocumentDraft {
  const url = `urn:corpus:${title.toLowerCase().replace(/\W+/g, '-')}`
  return { url, title, text, sourceType: 'document', ...more }
}
