import { expect, test } from 'vitest'
import type { AnswerPart } from '#cite/assemble.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { hangsAfter } from './hangs-after.ts'

const TEXT = `Mira Olsen drew the harbour bridge. She left the town in May. ${'It rained for days on end. '.repeat(20)}She came back in June.`

function sentence(quote: string, { id = 'a', written = quote } = {}) {
  const start = TEXT.indexOf(quote)
  const evidence = { document: { id }, start, end: start + quote.length, quote } as Evidence
  const verification = { method: written === quote ? 'verbatim' : 'lexical' }
  return { parts: [{ kind: 'claim', text: written, verification } as AnswerPart], cited: [evidence] }
}

const NAME = sentence('Mira Olsen drew the harbour bridge.')
const SHE = sentence('She left the town in May.')

test('what points at a sentence before it may follow that one, or one near it, alone', () => {
  const after = (last: typeof NAME | undefined, next: typeof NAME) => hangsAfter({ last, isRightBefore: true }, next)
  expect(after(undefined, NAME)).toBe(false)
  expect(after(NAME, SHE)).toBe(false)
  expect(after(undefined, SHE)).toBe(true)
  expect(after(NAME, sentence('She came back in June.'))).toBe(true)
  expect(after(sentence('Mira Olsen drew the harbour bridge.', { id: 'b' }), SHE)).toBe(true)
})

test('what a model puts in its own words stands by these, or goes on with what it wrote right before', () => {
  const named = sentence('She came back in June.', { written: 'In June Mira Olsen came back.' })
  expect(hangsAfter({ last: undefined, isRightBefore: false }, named)).toBe(false)
  const pointing = sentence('She came back in June.', { written: 'She was back in June.' })
  expect(hangsAfter({ last: NAME, isRightBefore: true }, pointing)).toBe(false)
  expect(hangsAfter({ last: NAME, isRightBefore: false }, pointing)).toBe(true)
})
