import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSource } from '../src/corpus/sources/file-source.ts'
import { openEmbeddedEngine } from '../src/embedded.ts'
import { createEngine } from '../src/engine.ts'
import type { ResearchEngine } from '../src/types.ts'
import { memoryLibrary } from './memory-library.ts'
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

async function answerTo(query: string, { research }: Pick<ResearchEngine, 'research'> = engine): Promise<string> {
  const { signal } = new AbortController()
  for await (const event of research({ query, level: 'medium' }, { signal }))
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

test('two documents that one author wrote in a year are told apart by their titles', async () => {
  const minutes = (month: string, price: string) => ({
    id: month,
    url: `https://club.example/${month}`,
    title: `Kiln committee, ${month}`,
    text: `The committee met in the hall.\n\nThe budget of the electric kiln is ${price} euros.`,
    sourceType: 'document' as const,
    authors: ['P. Lind'],
    year: 2026,
  })
  const library = memoryLibrary([minutes('12 March', '48,500'), minutes('7 May', '53,200')])
  const answer = await answerTo('What is the budget of the electric kiln?', createEngine({ library }))
  expect(answer).toContain('**P. Lind, Kiln committee, 7 May**')
  expect(answer).toContain('**P. Lind, Kiln committee, 12 March**')
})
