import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import type { Evidence } from '#evidence/ledger.ts'
import { documentOf, evidenceOf } from '../../test/quoted.ts'
import type { ComparedItem } from './composition.ts'
import { addsToSides, untoldSides } from './untold-sides.ts'

const BOTH = 'A sluice and a weir hold water.'
const DIFFER = 'A sluice can be closed, unlike a weir.'
const document = documentOf(
  'Canal',
  readMarkdown(`${BOTH} ${DIFFER} The sluice is old. New in version 2: the weir. The weir is made of wood.`),
)
const of = (words: string) => evidenceOf(document, words)
const item = (name: string): ComparedItem => ({
  name,
  of: 'subject',
  definition: undefined,
  holds: ({ quote }: Evidence) => quote.includes(name),
})
const items = [item('sluice'), item('weir')]
const [both, differ, sluice] = [of(BOTH), of(DIFFER), of('The sluice is old.')]

test('beside what speaks of both things only what tells them apart adds anything', () => {
  const adds = addsToSides({ items, candidates: [both, differ, sluice] }, [both])
  expect([differ, sluice].map(adds)).toEqual([true, false])
  expect([differ, sluice].map(addsToSides({ items, candidates: [both, sluice] }, [sluice]))).toEqual([true, true])
})

test('a remark on a version is no side', () => {
  const [remark, weir] = [of('New in version 2: the weir.'), of('The weir is made of wood.')]
  const sides = { items, headsAll: () => false, isOfNamed: () => false }
  expect(untoldSides({ ...sides, candidates: [sluice, remark, weir] }, [sluice])).toEqual([weir])
})
