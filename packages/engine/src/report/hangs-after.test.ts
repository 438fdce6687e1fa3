import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { hangsAfter } from './hangs-after.ts'

const TEXT = `Mira Olsen drew the harbour bridge. She left the town in May. ${'It rained for days on end. '.repeat(20)}She came back in June.`

function sentence(quote: string, id = 'a') {
  const start = TEXT.indexOf(quote)
  return { document: { id }, start, end: start + quote.length, quote } as Evidence
}

const NAME = sentence('Mira Olsen drew the harbour bridge.')
const SHE = sentence('She left the town in May.')

test('what points at a sentence before it may follow that one, or one near it, alone', () => {
  expect(hangsAfter(undefined, { cited: [NAME] })).toBe(false)
  expect(hangsAfter(NAME, { cited: [SHE] })).toBe(false)
  expect(hangsAfter(undefined, { cited: [SHE] })).toBe(true)
  expect(hangsAfter(NAME, { cited: [sentence('She came back in June.')] })).toBe(true)
  expect(hangsAfter(sentence(NAME.quote, 'b'), { cited: [SHE] })).toBe(true)
})
