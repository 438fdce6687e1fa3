import { expect, test } from 'vitest'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { ofOtherCase } from './other-case.ts'

const isOther = ofOtherCase(
  understand('How do I sound the horn in fog?', { library: memoryLibrary([]), origins: new Origins([]) }),
)

test('a purpose or a condition of which little is asked for is another case', () => {
  for (const sentence of [
    'To ring the bell, press the knob.',
    'Similarly, to ring the bell, press the knob.',
    'If a boat is towed, press the knob twice.',
    'For larger boats, write to the keeper.',
  ]) {
    expect(isOther(sentence)).toBe(true)
  }
})

test('what is asked for, what has no words of its own, and what is no such clause is none', () => {
  for (const sentence of [
    'To sound the horn, press the knob.',
    'If you want to sound the horn in thick fog, press the knob.',
    'If it is not, press again.',
    'Press the knob to ring the bell.',
    'The bell rings.',
  ]) {
    expect(isOther(sentence)).toBe(false)
  }
})
