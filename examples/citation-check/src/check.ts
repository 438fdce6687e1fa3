import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderSource, openEmbeddedEngine } from '@deep-research/engine'
import type { ResearchResult } from '@deep-research/sdk'
import { checkResult } from '@deep-research/sdk/citations'

const [docs = 'docs', answers = 'answers'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'citations-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const indexFile = join(folder, 'index.db')
const { corpus, close } = await openEmbeddedEngine({ sources: [folderSource(docs)], indexFile })

/** What is wrong with a kept answer: in itself, or because a document has changed since. */
function* problemsOf(result: ResearchResult): Generator<string> {
  for (const { path, message } of checkResult(result)) yield `${path}: ${message}`
  for (const { id, source, source_anchor } of result.citations) {
    const document = corpus.documentAt(source.url)
    if (document === undefined) yield `${id} quotes ${source.url}, which is gone`
    else if (!document.text.includes(source_anchor.quote)) {
      yield `${id}: ${source.url} no longer says “${source_anchor.quote}”`
    }
  }
}

const files = readdirSync(answers).filter((name) => name.endsWith('.json'))
let citations = 0
let problems = 0
for (const name of files) {
  const result = JSON.parse(readFileSync(join(answers, name), 'utf8')) as ResearchResult
  citations += result.citations.length
  for (const problem of problemsOf(result)) {
    problems += 1
    console.error(`${join(answers, name)}: ${problem}`)
  }
}
close()
console.log(`${files.length} answers with ${citations} citations. Problems: ${problems}`)
process.exitCode = problems === 0 && files.length > 0 ? 0 : 1
