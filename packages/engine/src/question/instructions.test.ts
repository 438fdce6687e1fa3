import { expect, test } from 'vitest'
import { instructionsIn } from './instructions.ts'

test.each([
  ['What is a lock? Answer in two sentences.', 'What is a lock?', { sentences: 2 }],
  ['In one sentence, what is a lock?', 'what is a lock?', { sentences: 1 }],
  ['Please explain briefly: why was the canal dug?', 'why was the canal dug?', { sentences: 2 }],
  ['Why was the canal dug, in no more than 50 words?', 'Why was the canal dug?', { characters: 300 }],
  [
    'Why was the canal dug? Write a report of about 2,000 words.',
    'Why was the canal dug? Write a report.',
    { words: 2000 },
  ],
  ['Why was the canal dug? Answer in German.', 'Why was the canal dug?', { language: 'German' }],
  ['Which locks are there? As a bulleted list.', 'Which locks are there?', { layout: 'list' }],
  ['What do the locks cost? Put it in a table.', 'What do the locks cost?', { layout: 'table' }],
  ['Why was it dug? Reply in under 200 characters.', 'Why was it dug?', { characters: 200 }],
  ['Why did it happen? In three short sentences as a list.', 'Why did it happen?', { sentences: 3, layout: 'list' }],
])('%s', (asked, text, form) => {
  expect(instructionsIn(asked)).toEqual({ text, form })
})

test.each([
  'What is a lock called in German?',
  'How many words are in a sentence?',
  'Which columns are in a table of accounts?',
  'How do I create an index in a table?',
  'What did he say in two sentences of his speech?',
])('takes nothing out of %s', (text) => {
  expect(instructionsIn(text)).toEqual({ text, form: {} })
})
