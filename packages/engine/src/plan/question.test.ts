import { expect, test } from 'vitest'
import { analyseQuestion, kindOf } from './question.ts'

test.each([
  ['Who was the first president?', 'person'],
  ['When did the canal open?', 'date'],
  ['How many states were there in 1800?', 'number'],
  ['Where is the canal?', 'place'],
  ['What is inflation?', 'definition'],
  ['Why was the tariff lowered?', 'why'],
  ['How did presidents justify the Panama Canal?', 'why'],
  ['How is bread made?', 'how'],
  ['Did Congress pass the bill?', 'yes-no'],
  ['What author was more popular in the 70s, Richard Wright or Richard Bach?', 'comparison'],
  ['the Monroe doctrine', 'topic'],
])('%s asks for %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind)
})

test('takes names and quotations out of a question', () => {
  const { names } = analyseQuestion('Did Theodore Roosevelt call it "a big stick" in Chicago?')
  expect(names).toEqual(['a big stick', 'Theodore Roosevelt', 'Chicago'])
})

test('a question of several clauses has a part for each that says something', () => {
  const { facets } = analyseQuestion(
    'Which company makes the Apple Watch, defends its search deal in court, and fights Epic over app store rules?',
  )
  expect(facets).toHaveLength(3)
})

test('compared things are parts of their own', () => {
  const { facets } = analyseQuestion('Which band was formed first, The Exies or Circus Diablo?')
  expect(facets).toContain('Circus Diablo')
})

test('the longest question is taken apart without delay', () => {
  const worst = `more ${'more or both and '.repeat(600)}`.slice(0, 10_000)
  expect(analyseQuestion(worst).terms.length).toBeGreaterThanOrEqual(0)
})
