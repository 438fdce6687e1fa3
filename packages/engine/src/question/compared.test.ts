import { expect, test } from 'vitest'
import { belongsTo, comparedIn } from './compared.ts'
import { Origins } from './origins.ts'
import { parseQuestion } from './parse-question.ts'

const origins = new Origins([
  { documentId: 'k', name: 'John Kennedy', kind: 'author' },
  { documentId: 'r', name: 'Ronald Reagan', kind: 'author' },
  { documentId: 'k', name: '1962', kind: 'date' },
  { documentId: 'r', name: '1982', kind: 'date' },
  { documentId: 'x', name: '1900', kind: 'date' },
  { documentId: 'y', name: '1901', kind: 'date' },
])

const comparedBy = (question: string) => comparedIn(parseQuestion(question), origins.namedIn(question))
const names = (question: string) => comparedBy(question).map(({ name }) => name)

test.each([
  ['Compare what John Kennedy and Ronald Reagan said about taxes.', ['John Kennedy', 'Ronald Reagan']],
  ['How do Reagan and Kennedy differ on taxes?', ['Reagan', 'Kennedy']],
  ['Compare the navy in 1962 and the navy in 1982.', ['1962', '1982']],
  ['Which is older, Circus Diablo or The Exies?', ['Circus Diablo', 'Exies']],
  ['Compare gold and silver as money', ['gold', 'silver']],
  ['What is the difference between a frigate and a sloop?', ['frigate', 'sloop']],
  ['Compare 1962 and 1982 on taxes.', ['1962', '1982']],
  ['What did Ronald Reagan and John Kennedy say about taxes?', ['Ronald Reagan', 'John Kennedy']],
  ['How did taxes change between 1900 and 1982?', []],
  ['Why did Kennedy cut taxes?', []],
])('%s compares %j', (question, expected) => {
  expect(names(question)).toEqual(expected)
})

test('what a comparison is about is no side of it, though it is a source', () => {
  const packages = new Origins(
    ['pools', 'agents', 'mocks'].map((name) => ({ documentId: name, name, kind: 'publisher' as const })),
  )
  const question = 'What is the difference between a Frigate in agents and a Sloop of pools?'
  const within = 'What is the difference between Frigate and Sloop in pools with agents?'
  const namesIn = (text: string) => comparedIn(parseQuestion(text), packages.namedIn(text)).map(({ name }) => name)
  expect(namesIn(question)).toHaveLength(2)
  expect(namesIn(within)).toEqual(['Frigate', 'Sloop'])
})

test('a document belongs to its author, and to no other for naming one', () => {
  const [kennedy] = comparedBy('Compare what John Kennedy and Ronald Reagan said.')
  if (!kennedy) throw new Error('nothing compared')
  expect(belongsTo(kennedy, 'k', new Set())).toBe(true)
  expect(belongsTo(kennedy, 'r', new Set(['kennedi']))).toBe(false)
})
