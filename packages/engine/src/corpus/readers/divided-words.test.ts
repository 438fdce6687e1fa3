import { expect, test } from 'vitest'
import { withWholeWords } from './divided-words.ts'

test('a text that a typesetter divided has whole words, and keeps the hyphens that are written elsewhere', () => {
  const text = `The message of the keeper goes to the delivery office, in a well-known way.
It is said that the mes-
   sage is brought to the office by a deliv-
   ery boat, which is a well-
   known one that is slow to ar-
   rive in the harbour.
`
  expect(withWholeWords(text).split('\n').slice(1)).toEqual([
    'It is said that the message is brought to the office by a delivery boat, which is a well-known one that is slow to arrive in the harbour.',
    '',
  ])
})

test('a hyphen stays in a text that nobody divided, where it stands for what follows, and in code', () => {
  expect(withWholeWords('This is the way of the lock-\nkeeper to the sea.')).toBe(
    'This is the way of the lock-keeper to the sea.',
  )
  const kept = ['There are the two-\nand three-gated locks of the lake.', 'lock --a-\nb --c']
  for (const text of kept) expect(withWholeWords(text)).toBe(text)
})
