import { expect, test } from 'vitest'
import { countComments, type Tally } from './comments/count.ts'

/** Of what users see of a package: exports, and the fields and methods of exported types. */
const LEAST = 0.95

const counted = countComments()

/** What lacks a comment, where that is more than may lack one. */
const tooBare = ({ all, bare }: Tally) => ((all - bare.length) / all < LEAST ? bare : [])

test('every package is counted', () => {
  expect(counted.map(({ package: name }) => name).sort()).toEqual(['demo-corpus', 'engine', 'mock', 'sdk', 'server'])
  for (const { exports, members } of counted) expect(Math.min(exports.all, members.all)).toBeGreaterThan(0)
})

test.each(counted)('what users see of $package has comments', ({ exports, members }) => {
  expect([tooBare(exports), tooBare(members)]).toEqual([[], []])
})
