import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packPostings, postingsOf, unpackPostings } from './packed-postings.ts'

test('reads postings back as they were', () => {
  const mentions = fc.array(fc.oneof(fc.nat(40), fc.nat({ max: 2 ** 32 - 1 }))).map((all) => all.sort((a, b) => a - b))
  fc.assert(
    fc.property(mentions, (all) => {
      const postings = postingsOf(all)
      expect([...postings.passages]).toEqual([...new Set(all)])
      expect(postings.counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
      expect(unpackPostings(packPostings(postings), postings.passages.length)).toEqual(postings)
    }),
  )
})
