import { expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import { readSynonyms, type Synonyms } from '../src/question/synonyms.ts'
import type { SourceDocument } from '../src/types.ts'
import { memoryLibrary } from './memory-library.ts'

const document = (title: string, year: number, text: string): SourceDocument => ({
  id: title,
  url: `https://example.org/${encodeURIComponent(title)}`,
  title,
  text,
  sourceType: 'document',
  publisher: 'Harbour Board',
  year,
})

const library = memoryLibrary([
  document(
    'Report of the ferry, first',
    1994,
    'The ferry carried 900 people a day. Its quay was of timber, and two boats lay there.',
  ),
  document(
    'Report of the ferry, second',
    2011,
    'The ferry carried 2,300 people a day. Its quay was of stone, and four boats lay there.',
  ),
  document(
    'Harbour Bridge',
    1999,
    'The Harbour Bridge was designed by Mira Olsen. It opened in 1932 after eight years of work.',
  ),
  document(
    'Mills',
    1998,
    'The mill grinds rye. It does not grind oats, which are sent inland. The mill grinds wheat and rye all winter.',
  ),
  document('Bread', 1997, 'Bread is baked from flour and water. Yeast makes it rise.'),
])
const engine = createEngine({ library, now: () => 0 })

async function answerTo(query: string, by = engine): Promise<string> {
  for await (const event of by.research({ query, level: 'medium' }, { signal: new AbortController().signal }))
    if (event.type === 'completed') return event.result.answer_clean
  throw new Error('no answer')
}

test('of several questions each is answered, or said not to be', async () => {
  const answer = await answerTo('When did the Harbour Bridge open, and how much did its purple lacquer cost?')
  expect(answer.indexOf('1932')).toBeGreaterThan(-1)
  expect(answer).toContain('No passage answers “how much did its purple lacquer cost?”.')
  const both = await answerTo('Who designed the Harbour Bridge and when did it open?')
  expect(both).toContain('Mira Olsen')
  expect(both).not.toContain('No passage answers')
})

test('a word that no source holds, and one that was read as another, are told before the passages', async () => {
  expect(await answerTo('Who designed the Harbour Bridge over the Zwyllenfurt?')).toMatch(
    /^No source holds “Zwyllenfurt”\.\n\nPassages from 1 source:\n\n\*\*/,
  )
  expect(await answerTo('Who desinged the Harbour Bridge?')).toMatch(
    /^“desinged” was read as “designed”\.\n\nPassages from 1 source:\n\n\*\*/,
  )
})

test('a word of the question stands for those that the operator says mean the same', async () => {
  const pages = [
    document('Archiver', 2001, 'The archiver keeps each directory for nine days.'),
    ...Array.from({ length: 40 }, (_, i) => document(`Shelf ${i}`, 2002, `Shelf ${i} of the harbour is of oak.`)),
  ]
  const opened = (synonyms?: Synonyms) => createEngine({ library: memoryLibrary(pages), now: () => 0, synonyms })
  const question = 'What is a folder?'
  expect(await answerTo(question, opened(readSynonyms('folder, directory')))).toContain('nine days')
  expect(await answerTo(question, opened())).not.toContain('nine days')
})
