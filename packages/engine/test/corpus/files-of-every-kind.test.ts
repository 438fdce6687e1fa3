import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderSource } from '#corpus/sources/folder-source.ts'
import { openEmbeddedEngine } from '../../src/embedded.ts'
import { FILES } from './files-of-every-kind.ts'
import { temporaryFolder } from './support.ts'

/** Of a table the header is cited before the row that is asked for. */
const FIRST_CITATIONS = 3

test('two files of each kind, together in a folder, answer a question each', async () => {
  const folder = temporaryFolder()
  for (const { path, content } of FILES) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const indexFile = join(temporaryFolder(), 'index.db')
  const engine = await openEmbeddedEngine({ sources: [folderSource(folder)], indexFile })
  onTestFinished(() => engine.close())
  const missed: string[] = []
  for (const { path, question: query, answer } of FILES) {
    const events = engine.research({ query, level: 'low' }, { signal: new AbortController().signal })
    for await (const event of events) {
      if (event.type !== 'completed') continue
      const { citations, answer_clean: said } = event.result
      const first = citations.slice(0, FIRST_CITATIONS).map(({ cited_text }) => cited_text)
      if (!first.join('\n').includes(answer)) missed.push(`${path}: ${query}\n  ${said.slice(0, 300)}`)
    }
  }
  expect(missed.join('\n')).toBe('')
})
