import { expect, test } from 'vitest'
import { memoryLibrary } from '../../test/memory-library.ts'
import type { SourceDocument } from '../types.ts'
import { shortFormsIn } from './short-forms.ts'

const libraryOf = (...texts: readonly string[]) =>
  memoryLibrary(
    texts.map(
      (text, i): SourceDocument => ({ id: `d${i}`, url: `urn:${i}`, title: 'A paper', text, sourceType: 'text' }),
    ),
  )
const lettersOf = (text: string, ...texts: readonly string[]) =>
  shortFormsIn({ text, language: 'en' }, libraryOf(...texts)).map(({ letters }) => letters)

test('letters stand for words of a question where a source gives them in brackets behind these', () => {
  const asked = 'Who looks after the harbour bridge and the ferries?'
  expect(lettersOf(asked, 'The harbour bridge (HB) was opened in June.')).toEqual(['HB'])
  expect(lettersOf(asked, 'The harbour bridge was opened in June. HB stands on its pier.')).toEqual([])
  expect(lettersOf(asked, 'The harbour bridge (BH) was opened in June.')).toEqual([])
})

test('words that do not stand side by side in the question have none', () => {
  const told = 'The harbour bridge (HB) was opened in June.'
  expect(lettersOf('Does the harbour need a bridge?', told)).toEqual([])
  expect(lettersOf('Is it a bridge of the harbour, bridge by bridge?', told)).toEqual([])
})

test('it is found where it is written as a word', () => {
  const [form] = shortFormsIn(
    { text: 'Who looks after the harbour bridge?', language: 'en' },
    libraryOf('The harbour bridge (HB) was opened in June.'),
  )
  expect(form?.written.test('The HB is closed.')).toBe(true)
  expect(form?.written.test('The HBO is closed.')).toBe(false)
})
