import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNamed, namePool, names } from './entities.ts'

const read = (text: string) => names(text).map(({ words, uncertain }) => words.join(' ') + (uncertain ? '?' : ''))

test.each([
  ['The U.S. Congress met President Franklin D. Roosevelt.', ['Congress', 'President Franklin Roosevelt']],
  ["Roosevelt's New Deal; the UN.", ['Roosevelt?', 'New Deal', 'UN']],
  ['Mr. Smith and J. P. Morgan were in New York City.', ['Smith', 'Morgan', 'New York City']],
  ['However, Germany lost. Canals were dug.', ['Germany', 'Canals?']],
  ['Additionally, I agree with The Who.', ['Additionally?']],
  ['北京大学', []],
])('finds the names of %s', (text, found) => {
  expect(read(text)).toEqual(found)
})

test.each([
  ['met Franklin Roosevelt', 'when Franklin Delano Roosevelt came', true],
  ['met Franklin Roosevelt', 'when Roosevelt came', true],
  ['met Franklin Roosevelt', 'when Theodore Roosevelt came', false],
  ['met Franklin Roosevelt', 'Franklin met Mr. Smith, who once was seen by Roosevelt', true],
  ['met Franklin Roosevelt', 'Ben Franklin met Mr. Smith, who once was seen by Theodore Roosevelt', false],
  ['in the United Nations', 'in the UN', true],
  ['in the UN', 'in the United Nations', true],
  ['in the EU', 'in the United Nations', false],
  ['the Iraqi army', 'the army of Iraq', true],
  ['the Federal Government', 'the governments of the states', false],
  ['in Paris', 'in London', false],
  ['met George Bush', 'George H. W. Bush and Ann Bush', true],
  ['met Ronald Tolkien', 'Ronald J. R. R. C. Tolkien and Ann Tolkien', true],
  ['Ada Lovelace of UN J. É É Lovelace', 'Ada Lovelace of UN J. É É Lovelace', true],
])('of the names "%s", "%s" holds them: %s', (claim, source, held) => {
  const pool = namePool(source)
  expect(names(claim).every((name) => isNamed(name, pool))).toBe(held)
})

test('a text names all that it names, and names stand where they say', () => {
  const word = fc.constantFrom(
    'Ada',
    'Lovelace',
    'the',
    'of',
    'U.S.',
    'J.',
    'UN',
    'ran.',
    '“',
    'New-York',
    "d'Or",
    'É',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 15 }), (all) => {
      const text = all.join(' ')
      const pool = namePool(text)
      for (const name of names(text)) {
        expect(isNamed(name, pool)).toBe(true)
        expect(text.slice(name.start, name.end)).toMatch(/^\p{Lu}/u)
      }
    }),
  )
})
