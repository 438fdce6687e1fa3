import { expect, test } from 'vitest'
import { readText } from '#corpus/readers/text.ts'
import { documentOf, quoted, written } from '../../test/quoted.ts'
import { shownPassage } from './shown-passage.ts'

const document = documentOf(
  'Talk',
  readText(`Anna: The upper gate opens at dawn.
Bert: Then I will be there at six.
Anna: Good, I like that.
Bert: When does the lower gate open?
Anna: It opens at noon.
Bert: I see.
Anna: Who will come with you?
Bert: Carl, and who opens the gate?
Anna: The keeper, or would you?
Bert: No.
`),
)
const shown = (words: string) =>
  written(shownPassage(quoted(document, words), { asksForCode: false, asksForList: false, longest: 600 }))

test('who tells something that nobody asked for is shown with the reply to that', () => {
  expect(shown('The upper gate opens at dawn.')).toBe(
    'Anna: The upper gate opens at dawn.\n\nBert: Then I will be there at six.',
  )
})

test('who asks is shown with the answer, who answers without what is said to that', () => {
  expect(shown('When does the lower gate open?')).toBe(
    'Bert: When does the lower gate open?\n\nAnna: It opens at noon.',
  )
  expect(shown('It opens at noon.')).toBe('Anna: It opens at noon.')
})

test('of several who ask in turn three are shown', () => {
  expect(shown('Who will come with you?')).not.toContain('No.')
})
