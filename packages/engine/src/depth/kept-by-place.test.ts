import { expect, test } from 'vitest'
import { documentBy } from '../../test/memory-library.ts'
import { KeptByPlace } from './kept-by-place.ts'

const TEXT = 'A bridge. A road.'
const one = documentBy('one', 'Nobody', 1900, TEXT)
const other = documentBy('other', 'Nobody', 1900, TEXT)

test('what was found of a sentence is found once, and apart from what was found elsewhere', () => {
  const asked: string[] = []
  const kept = new KeptByPlace<boolean>()
  const of = (document: typeof one, start: number) =>
    kept.of({ document, start }, () => {
      asked.push(`${document.id} ${start}`)
      return document === one && start === 0
    })
  const twice = () => [of(one, 0), of(one, 10), of(other, 0)]
  expect([...twice(), ...twice()]).toEqual([true, false, false, true, false, false])
  expect(asked).toEqual(['one 0', 'one 10', 'other 0'])
})
