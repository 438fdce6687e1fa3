import { expect, test } from 'vitest'
import { howUnderstood } from './how-understood.ts'

test('a word that was taken for another one is told where the answer holds that, and where there is none', () => {
  const corrections = [{ written: 'harbor', meant: 'harbour' }]
  const understood = (isShown?: (word: string) => boolean) => howUnderstood({ corrections }, isShown)
  expect(understood((word) => word === 'harbour')).toBe('Searched for “harbour”.\n\n')
  expect(understood(() => false)).toBe('')
  expect(understood()).toBe('“harbor” was read as “harbour”.\n\n')
})
