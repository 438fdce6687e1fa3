import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderSource, openEmbeddedEngine } from '../src/index.ts'
import { temporaryFolder } from './corpus/support.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { LONG_DOCUMENTS, questionOf, writeLongDocuments } from './long-documents.ts'

/** Seconds of a processor for a question, with room for a busy machine. A table of this size took eight times as much. */
const MOST = 2
const ROWS = 20_000
const ASKED = 17_321
const { signal } = new AbortController()

test.each(LONG_DOCUMENTS)(
  'a question costs the same, however long $name is, and finds its row',
  { timeout: 120_000 },
  async (long) => {
    const folder = temporaryFolder()
    writeLongDocuments(folder, [long], ROWS)
    const engine = await openEmbeddedEngine({
      sources: [folderSource(folder)],
      indexFile: join(temporaryFolder(), 'index.db'),
    })
    onTestFinished(() => engine.close())
    for (const level of ['low', 'high'] as const) {
      const spent = cpuSeconds()
      let answer = ''
      for await (const event of engine.research({ query: questionOf(ASKED), level }, { signal }))
        if (event.type === 'completed') answer = event.result.answer_clean
      expect(answer).toContain(long.shown(ASKED))
      expect(spent()).toBeLessThan(MOST)
    }
  },
)
