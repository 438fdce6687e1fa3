import fc from 'fast-check'
import { expect, test } from 'vitest'
import { symbolReader, symbolsIn } from './symbols.ts'

test.each([
  ['What does ** do in a path?', ['**']],
  ['What is the difference between {{= and {{- in the template?', ['{{=', '{{-']],
  ['When is `=>` needed, and when ~>?', ['=>', '~>']],
  ['Why is [ no [[?', ['[', '[[']],
  ['Boats & ferries – and/or 1 + 2 < 4 -- in "C++" or (C#)', []],
  ['**Which** boats? - None.', []],
])('the symbols of %s', (question, symbols) => {
  expect(symbolsIn(question)).toEqual(symbols)
})

test('a symbol is found where it stands by itself, not within a longer one', () => {
  const found = symbolReader(['[', '[['])('[ a ] [[ b ]] x[0] [[[ "[["')
  expect(found.map(({ term, start }) => [term, start])).toEqual([
    ['[', 0],
    ['[[', 6],
    ['[', 15],
    ['[[', 24],
  ])
  expect(symbolReader([])('[')).toEqual([])
})

test('what is found stands in the text', () => {
  const piece = fc.constantFrom('**', '*', '[[', ' ', 'a', '$', '.', '\u{1F600}', '\n')
  fc.assert(
    fc.property(
      fc.array(piece).map((all) => all.join('')),
      (text) => {
        for (const { term, start, end } of symbolReader(['**', '[[', '$'])(text))
          expect(text.slice(start, end)).toBe(term)
      },
    ),
  )
})
