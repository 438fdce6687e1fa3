import { expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import type { ResearchTask, SourceDocument } from '../src/types.ts'
import { memoryLibrary } from './memory-library.ts'

const by = (author: string, title: string, text: string): SourceDocument => ({
  id: title,
  url: `https://example.org/${encodeURIComponent(title)}`,
  title,
  text,
  sourceType: 'document',
  authors: [author],
})

/** The titles of the documents that an answer cites, each once; or of those alone by whose words it is verified. */
async function cited(
  documents: readonly SourceDocument[],
  query: string,
  level: ResearchTask['level'] = 'medium',
  { verified: only }: { verified?: boolean } = {},
) {
  const engine = createEngine({ library: memoryLibrary(documents), now: () => 0 })
  const titles = new Set<string>()
  for await (const event of engine.research({ query, level }, { signal: new AbortController().signal })) {
    if (event.type !== 'completed') continue
    for (const { source, verified } of event.result.citations) if (verified || !only) titles.add(source.title)
  }
  return [...titles].sort()
}

test('a subject is told by all who speak of it, a question by those who hold what it names', async () => {
  const notes = [
    by('A. Writer', 'First', 'The coal tariff was raised in spring, and the coal tariff stayed high all year.'),
    by('A. Writer', 'Second', 'Nobody liked the tariff, least of all those in the north who mined coal.'),
    by('A. Writer', 'Third', 'Coal and salt were both put under a tariff of ten per cent that year.'),
    by('A. Writer', 'Fourth', 'Bread is baked from flour and water.'),
  ]
  expect(await cited(notes, 'The coal tariff')).toEqual(['First', 'Second', 'Third'])
  expect((await cited(notes, 'What is the coal tariff?', 'low'))[0]).not.toBe('Second')
})

test('of all who say something, those are left out who say but a little of it', async () => {
  const letters = [
    by('Ann Lee', 'First', 'The harbour of the old town needs a lighthouse at the northern pier.'),
    by(
      'Bo Ek',
      'Second',
      'Ships were lost in March because neither harbour nor northern pier has any lighthouse, and their crews drowned.',
    ),
    by('Cy Fox', 'Third', 'The pier is long.'),
  ]
  const query = 'Which writers mentioned a lighthouse at the northern pier of the harbour?'
  expect(await cited(letters, query)).toEqual(['First', 'Second'])
})

test('of whom a question names alone is cited, where others hold no more of it', async () => {
  const letters = [
    by('Ann Marsh', 'First', 'A lighthouse at the northern pier would save ships.'),
    by('Bo Ek', 'Second', 'Marsh was told that no lighthouse can stand at the northern pier, where ice piles up.'),
    by('Cy Fox', 'Third', 'The harbour is deep.'),
  ]
  const query = 'What did Ann Marsh say about a lighthouse at the northern pier?'
  expect(await cited(letters, query, 'high')).toEqual(['First'])
})

test('what is not answered shows the closest two passages on its subject, and none that share but a word', async () => {
  const towns = ['Arden', 'Bern', 'Corby', 'Delft', 'Essen', 'Fulda', 'Ghent']
  const notes = [
    ...towns.map((town) =>
      by('A. Writer', town, `In ${town} goats graze at the wall of a brick laboratory with a chimney.`),
    ),
    ...Array.from({ length: 400 }, (_, i) =>
      by('A. Writer', `Mill ${i}`, `The mill by weir ${i} grinds rye and oats.`),
    ),
  ]
  const onSubject = 'Which goats at the wall of a brick laboratory with a chimney did Ida Quist inherit to graze?'
  expect(await cited(notes, onSubject, 'high')).toHaveLength(2)
  expect(await cited(notes, onSubject, 'high', { verified: true })).toEqual([])
  expect(await cited(notes, 'Which quantum spectrometer did the laboratory calibrate?', 'high')).toEqual([])
})
