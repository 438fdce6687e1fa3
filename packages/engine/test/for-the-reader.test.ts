import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSource } from '../src/corpus/sources/file-source.ts'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { SMALL_SET } from './small-set.ts'

/** What no score of a set tells, since it only makes an answer easier to read. */

const folder = mkdtempSync(join(tmpdir(), 'for-the-reader-'))
let engine: Awaited<ReturnType<typeof openEmbeddedEngine>>
beforeAll(async () => {
  engine = await openEmbeddedEngine({
    sources: [fileSource(SMALL_SET.corpusFile)],
    indexFile: join(folder, 'small.db'),
  })
})
afterAll(() => {
  engine.close()
  rmSync(folder, { recursive: true, force: true })
})

async function answerTo(query: string): Promise<string> {
  const { signal } = new AbortController()
  for await (const event of engine.research({ query, level: 'medium' }, { signal }))
    if (event.type === 'completed') return event.result.answer_clean
  return ''
}

test('who compares two papers gets a block of each', async () => {
  const answer = await answerTo(
    'Compare what the Harrowmere Gazette and the Coastal Dispatch report on the night ferry.',
  )
  const places = [...answer.matchAll(/^\*\*(.+?), .*\*\*$/gm)].map(([, paper]) => paper)
  expect(places.toSorted()).toEqual(['Coastal Dispatch', 'Harrowmere Gazette'])
})

test('where two papers give other figures, a reader sees both', async () => {
  const answer = await answerTo('How much will the night ferry cost a year?')
  expect(answer).toContain('1.2 million')
  expect(answer).toContain('1.9 million')
})
