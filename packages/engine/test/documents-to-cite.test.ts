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

/** The titles of the documents that an answer cites, each once. */
async function cited(documents: readonly SourceDocument[], query: string, level: ResearchTask['level'] = 'medium') {
  const engine = createEngine({ library: memoryLibrary(documents), now: () => 0 })
  const titles = new Set<string>()
  for await (const event of engine.research({ query, level }, { signal: new AbortController().signal })) {
    if (event.type === 'completed') for (const { source } of event.result.citations) titles.add(source.title)
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
  expect(await cited(notes, 'The coal tariff', 'low')).toEqual(['First', 'Second', 'Third'])
  expect(await cited(notes, 'What is the coal tariff?', 'low')).not.toContain('Second')
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

test('what is not answered shows the closest passages of up to five documents', async () => {
  const notes = [
    by('A. Writer', 'Arden', 'Painters whitewashed the laboratory of Arden last spring.'),
    by('A. Writer', 'Bern', 'Bern sold its laboratory to a brewer, who stores barley there.'),
    by('A. Writer', 'Corby', 'Students sleep above the laboratory in Corby.'),
    by('A. Writer', 'Delft', 'Fire destroyed half a laboratory and two barns at Delft.'),
    by('A. Writer', 'Essen', 'Miners of Essen paid for their own laboratory with a lottery.'),
    by('A. Writer', 'Fulda', 'Goats graze round the abandoned laboratory near Fulda.'),
    by('A. Writer', 'Ghent', 'Visitors to Ghent rarely notice the tiny laboratory beside the church.'),
  ]
  const query = 'Which quantum spectrometer did the Harbour laboratory calibrate?'
  expect(await cited(notes, query, 'high')).toHaveLength(5)
})
