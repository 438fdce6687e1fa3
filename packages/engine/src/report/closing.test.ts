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
