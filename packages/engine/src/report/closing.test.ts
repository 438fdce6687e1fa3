import { expect, test } from 'vitest'
import type { SubQuestion } from '#depth/sub-question.ts'
import type { Run } from '#evidence/run.ts'
import { notFound } from './closing.ts'

test('parts that nothing was found for are told without the question in them, each once', () => {
  const run = { question: { text: 'How did the tram change Larkholm?' } } as Run
  const part = (text: string) => ({ text, notes: [], run: {} }) as unknown as SubQuestion
  const parts = [
    'Who is affected how did the tram change Larkholm?',
    'Who is affected: How did the tram change Larkholm?',
    'How did the tram change Larkholm?',
    'What became of the depot?',
  ].map(part)
  expect(notFound(parts, { run, missing: ['Otto Vester'] })).toEqual([
    '- Otto Vester',
    '- Who is affected?',
    '- What became of the depot?',
  ])
})

test('a part on critics, figures and the like is not found where no note of it tells of that', () => {
  const run = { question: { text: 'How did the tram change Larkholm?', language: 'en' } } as Run
  const part = (text: string, quote: string, shows = '') =>
    ({ text, notes: [{ evidence: { quote }, shows }], run: {} }) as unknown as SubQuestion
  const parts = [
    part('What do critics say: How did the tram change Larkholm?', 'The tram is not red, but green.'),
    part('What do critics say of the depot?', 'Shopkeepers opposed the depot.'),
    part('What are the figures: How did the tram change Larkholm?', 'It was opened in 1999.'),
    part('Why was the depot built?', 'Trams have to stand somewhere.'),
  ]
  expect(notFound(parts, { run, missing: [] })).toEqual(['- What do critics say?', '- What are the figures?'])
  const figures = 'What are the figures: How did the tram change Larkholm?'
  const read = part(figures, 'It was opened in the year after the war.', 'opened one year after the end of the war')
  expect(notFound([read], { run, missing: [] })).toEqual([])
})
