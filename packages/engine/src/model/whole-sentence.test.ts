import { expect, test } from 'vitest'
import { breaksOff, withOneStop } from './whole-sentence.ts'

test.each([
  ['The bridge opened after years of.', true],
  ['He spoke of “the', true],
  ['The bridge opened in 1932, and', true],
  ['This is the town that he came from in', false],
  ['The bridge opened in 1932.', false],
  ['What is it for?', false],
  ['', false],
])('%s breaks off: %s', (text, expected) => {
  expect(breaksOff(text)).toBe(expected)
})

test('a sentence keeps one stop, and its handles stay within it', () => {
  const handles = [{ handle: 'e4kq', at: 18 }]
  const { text, handles: kept } = withOneStop({ gap: '', text: 'He said “It is so.”.', handles })
  expect(text).toBe('He said “It is so.”')
  expect(kept).toEqual(handles)
  expect(withOneStop({ gap: '', text: 'So it is...', handles: [] }).text).toBe('So it is...')
})
