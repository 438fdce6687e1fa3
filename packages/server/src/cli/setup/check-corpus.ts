import { existsSync } from 'node:fs'
import { type CorpusProblem, problemsOfIndex } from '@deep-research/engine'
import type { Settings } from '../../config.ts'
import { sourcesOf, unreadOf } from '../../corpus-engine.ts'
import { corpusOf } from '../../product-engine.ts'
import { readSynonymsFile } from '../../synonyms-file.ts'

/** Counts the files that the corpus would index; throws if there are none, or where its file of synonyms cannot be read. */
export async function checkCorpus(settings: Settings, signal: AbortSignal): Promise<string> {
  const { corpus } = settings
  if (!settings.search.includes('corpus')) return 'not searched; SEARCH does not name it'
  readSynonymsFile(settings.corpusSynonyms)
  let files = 0
  const problems: string[] = []
  for (const source of sourcesOf(settings)) {
    for await (const entry of source.list(signal)) {
      if ('message' in entry) problems.push(`${entry.source} ${entry.message}`)
      else files += 1
    }
  }
  const left = problems.length === 0 ? '' : `; left out: ${problems.join(', ')}`
  if (files === 0) {
    throw new Error(
      `CORPUS is ${JSON.stringify(corpus)}, which has no file to read${left}. Set it to a folder with documents, such as .md, .html, .txt, .pdf or .docx files.`,
    )
  }
  const where =
    corpus === undefined ? 'the corpus that comes with the engine; set CORPUS to use your own files' : corpus
  return `${files} ${files === 1 ? 'file' : 'files'} to read (${where})${left}${unreadLastTime(settings)}`
}

/** The files that could not be read when the corpus was last indexed. This check itself reads none. */
function unreadLastTime(settings: Settings): string {
  const { indexFile } = corpusOf(settings)
  const unread = existsSync(indexFile) ? unreadOf(problemsIn(indexFile)) : []
  const named = unread.map(({ source, message }) => `${source} (${message})`)
  return named.length === 0 ? '' : `; could not be read when it was indexed: ${named.join(', ')}`
}

function problemsIn(indexFile: string): CorpusProblem[] {
  try {
    return problemsOfIndex(indexFile)
  } catch {
    // An index that another version wrote, which is built anew when it is opened.
    return []
  }
}
