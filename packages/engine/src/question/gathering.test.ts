import { expect, test } from 'vitest'
import { gatheringIn, speakerOf } from './gathering.ts'
import { parseQuestion } from './parse-question.ts'

test.each([
  ['Which authors asked for a bridge?', 'author'],
  ['Which US senators have spoken of the bridge?', 'author'],
  ['Who spoke of the bridge?', 'author'],
  ['What did the scientists say about the bridge?', 'author'],
  ['Which outlets reported on the bridge?', 'publisher'],
  ['Which news outlets covered the bridge?', 'publisher'],
  ['What did newspapers write about the bridge?', 'publisher'],
  ['Who wrote War and Peace?', undefined],
  ['What was said about the bridge?', undefined],
  ['What has been said about the bridge?', undefined],
  ['Which author mentioned the bridge?', undefined],
  ['Which bridges were built in Spain?', undefined],
  ['What did Adams say about the bridge?', undefined],
])('%s asks for all of %s', (text, of) => {
  expect(gatheringIn(text)?.of).toBe(of)
  expect(parseQuestion(text).gathers).toBe(of)
})

test('who is asked for, and that they say something, is no part of the subject', () => {
  const { terms } = parseQuestion('Which authors asked for a bridge?')
  expect(terms).toEqual(['bridg'])
})

test('a document without what is asked for is of the other, or stands for itself', () => {
  const document = { id: 'a', url: 'urn:a', title: 'a', text: '', sourceType: 'text' }
  expect(speakerOf({ ...document, authors: ['Ann Lee'], publisher: 'The Post' }, 'author')).toBe('Ann Lee')
  expect(speakerOf({ ...document, authors: ['Ann Lee'], publisher: 'The Post' }, 'publisher')).toBe('The Post')
  expect(speakerOf({ ...document, publisher: 'The Post' }, 'author')).toBe('The Post')
  expect(speakerOf(document, 'author')).toBe('a')
})
