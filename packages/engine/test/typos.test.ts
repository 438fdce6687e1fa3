import { expect, test } from 'vitest'
import { withTypos } from '../bench/typos.ts'

const QUESTION = 'How did presidents justify the Panama Canal in 1903?'

test('so many words are misspelt, the same ones every time, and none that is short or a number', () => {
  const typed = withTypos(QUESTION, 2)
  const changed = typed.split(' ').filter((word, at) => word !== QUESTION.split(' ')[at])
  expect(changed).toHaveLength(2)
  expect(typed).toBe(withTypos(QUESTION, 2))
  expect(typed).toContain('How did')
  expect(withTypos(QUESTION, 9)).toMatch(/1903\?$/)
  expect(withTypos('What is it?', 2)).toBe('What is it?')
})

test('each word keeps its first letter, and is a slip away from what was meant', () => {
  const words = withTypos(QUESTION, 4).split(' ')
  for (const [at, meant] of QUESTION.split(' ').entries()) {
    expect(words[at]?.[0]).toBe(meant[0])
    expect(Math.abs((words[at]?.length ?? 0) - meant.length)).toBeLessThanOrEqual(1)
  }
})
