import { expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { parseQuestion } from '#question/parse-question.ts'
import { namedSources, singleNames } from './named-sources.ts'

const ORIGINS = new Origins([
  { documentId: 'a', name: 'The Harbour Post' },
  { documentId: 'b', name: 'The Harbour Post' },
  { documentId: 'c', name: 'Ida Berg', kind: 'author' },
  { documentId: 'd', name: 'Tor Berg', kind: 'author' },
])
const sourcesIn = (text: string) => namedSources({ ...parseQuestion(text), origins: ORIGINS.namedIn(text) })

test.each([
  'What does a Mercury article say of the bridge?',
  'When did the bridge open, according to Mercury?',
  'Which arch is described in a report by Mercury?',
  "What did the Mercury's second report say of the bridge?",
  'What was discussed by Mercury in spring?',
])('a source that the library does not have is told by how the question speaks of it: %s', (text) => {
  expect(sourcesIn(text)).toEqual([{ name: 'Mercury', documents: undefined }])
})

test.each([
  'Who designed the Harbour Bridge in Mercury Town?',
  'Which planet is Mercury?',
  'What does the article published in October say of the bridge?',
])('another name is none: %s', (text) => expect(sourcesIn(text)).toEqual([]))

test('one that the library has comes with its documents, and what is not its own name is none', () => {
  const [post, ...rest] = sourcesIn('Do The Harbour Post article and Berg agree?')
  expect(post).toEqual({ name: 'The Harbour Post', documents: new Set(['a', 'b']) })
  expect(rest).toEqual([])
})

test('joined names are single ones, and what is only quoted is no name', () => {
  expect(singleNames(['Ida Berg and Tor Berg', 's Gemini Pro is being compared to Mercury', 'Bank of Norway'])).toEqual(
    ['Ida Berg', 'Tor Berg', 'Bank of Norway'],
  )
})
