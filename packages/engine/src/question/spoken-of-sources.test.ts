import { expect, test } from 'vitest'
import { wordsOfSources } from './spoken-of-sources.ts'

const NONE: ReadonlySet<string> = new Set()

test.each([
  ['Why is it shut according to the keeper’s guide?', ['according', 'guide']],
  ['What advice does the lock manual give about ice?', ['advice', 'manual', 'give']],
  ['What does the documentation say of ice?', ['documentation', 'say']],
  ['What is a sluice in the lock manual?', ['in', 'manual']],
  ['How do I open a manual lock in the guide room?', []],
])('%s speaks of its source with %j', (text, expected) => {
  expect([...wordsOfSources(text, NONE)].sort()).toEqual([...expected].sort())
})

test('what a name is called by says only that it is a package', () => {
  const places = new Set(['tar'])
  expect([...wordsOfSources('How do I list files with the npm tar package?', places)].sort()).toEqual([
    'npm',
    'package',
  ])
  expect([...wordsOfSources('How do I tar a package?', places)]).toEqual([])
  expect([...wordsOfSources('How do I list files with the npm tar package?', NONE)]).toEqual([])
})
