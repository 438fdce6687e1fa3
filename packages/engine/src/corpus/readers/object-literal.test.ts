import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLiteral } from './object-literal.ts'

test('reads what JSON writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'))
      expect(readLiteral(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('reads names and strings as JavaScript writes them, and nothing that has to be run', () => {
  expect(readLiteral("{ a: 'it\\'s', 'b-c': [1_000, true,], /* no */ d: `two\\n`, }")).toEqual({
    a: "it's",
    'b-c': [1000, true],
    d: 'two\n',
  })
  for (const source of ['[a]', '{ a() {} }', '[...b]', '{ a: 1', '[1] + [2]', ''])
    expect(readLiteral(source)).toBeUndefined()
})
