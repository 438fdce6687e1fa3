import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readJson } from './read-json.ts'

const SCHEMA = z.object({ queries: z.array(z.string()) })
const SOUND = '{"queries": ["a {b}", "\\"c\\""]}'

test.each([
  ['plain', SOUND],
  ['fenced', `\`\`\`json\n${SOUND}\n\`\`\``],
  ['between words', `Sure, [here] it is: ${SOUND} Anything else?`],
  ['after thoughts', `<think>{"queries": ["wrong"]}</think>${SOUND}`],
  ['after thoughts that never began', `First {"queries": ["wrong"]}</think>\n${SOUND}`],
  ['with single quotes', `{'queries': ['a {b}', '"c"']}`],
  ['without quotes', `{queries: ["a {b}", "\\"c\\""]}`],
  ['with a trailing comma', `{"queries": ["a {b}", "\\"c\\"",],}`],
  ['cut short', `{"queries": ["a {b}", "\\"c\\""`],
])('an object %s is read', (_how, text) => {
  expect(readJson(text, SCHEMA)).toEqual({ value: { queries: ['a {b}', '"c"'] } })
})

test.each([
  ['', 'it was empty'],
  ['<think>hm', 'it was empty'],
  ['I would rather not.', 'it held no JSON object'],
  ['{"query": 1}', 'queries: '],
])('of %s is told why it is none', (text, why) => {
  expect(readJson(text, SCHEMA)).toEqual({ problem: expect.stringContaining(why) })
})

test('backslashes that are no escapes do not end it', () => {
  expect(readJson('{"queries": ["\\\\alpha \\beta"]}', SCHEMA)).toHaveProperty('value')
})

test('whatever a model writes, there is an answer, and soon', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', 'queries', '\\', '`', '<think>', '\n', 'a')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      expect(Object.keys(readJson(pieces.join(''), SCHEMA))).toHaveLength(1)
    }),
  )
  expect(readJson('{'.repeat(60_000), SCHEMA)).toHaveProperty('problem')
})
