import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verify } from '#cite/verify.ts'
import type { SourceDocument } from '../src/types.ts'

/** A sentence, and what is said of it, rightly or wrongly. */
interface Pair {
  source: string
  claim: string
  kind: string
  right: boolean
}

const PAIRS = JSON.parse(readFileSync(new URL('./data/claims/pairs.json', import.meta.url), 'utf8')) as Pair[]
const CONTEXT = ['It is told so in the chronicle of the county.', 'Nothing more is known of it.']

function isVerified({ source, claim }: Pair): boolean {
  const [before = '', after = ''] = CONTEXT
  const document: SourceDocument = {
    id: 'a',
    url: 'urn:a',
    title: 'County chronicle',
    text: `${before} ${source} ${after}`,
    sourceType: 'document',
  }
  const start = before.length + 1
  return verify(claim, { document, start, end: start + source.length }).status === 'verified'
}

/** Most of what is right is verified, for a verifier that refuses everything says nothing. */
const LEAST_RIGHT = 0.75

test.each(PAIRS.filter(({ right }) => !right))('not verified, by $kind: $claim', (pair) => {
  expect(isVerified(pair)).toBe(false)
})

test('what is right is verified as a rule', () => {
  const right = PAIRS.filter((pair) => pair.right)
  const verified = right.filter(isVerified)
  expect(right.length).toBe(20)
  expect(verified.length / right.length).toBeGreaterThanOrEqual(LEAST_RIGHT)
})
