import type { Settings } from '../../config.ts'
import { sourcesOf } from '../../corpus-engine.ts'
import { readSynonymsFile } from '../../synonyms-file.ts'

/** Counts the files that the corpus would index; throws if there are none, or where its file of synonyms cannot be read. */
export async function checkCorpus({ corpus, ...settings }: Settings, signal: AbortSignal): Promise<string> {
  if (!settings.search.includes('corpus')) return 'not searched; SEARCH does not name it'
  readSynonymsFile(settings.corpusSynonyms)
  let files = 0
  const problems: string[] = []
  for (const source of sourcesOf({ corpus, ...settings })) {
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
  return `${files} ${files === 1 ? 'file' : 'files'} to read (${where})${left}`
}
