import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/ledger.ts'
import { Origins } from '#question/origins.ts'
import { understand } from '#question/question.ts'
import { memoryLibrary } from '../../test/memory-library.ts'
import { placeFeatures } from './lead-place.ts'
import { openingPassage } from './opening-passage.ts'

const origins = new Origins(
  ['ferry', 'barge', 'raft', 'canoe'].map((name) => ({ documentId: name, name, kind: 'folder' as const })),
)
const NONE: ReadonlySet<string> = new Set()

function measure(question: string, id: string, quote: string, path: readonly string[] = ['Speed']) {
  const block = { start: 0, end: quote.length, kind: 'paragraph' as const, path: [...path] }
  const document = { id, url: `urn:${id}`, title: id, text: quote, blocks: [block], sourceType: 'document' as const }
  const evidence: Evidence = {
    document,
    block,
    start: 0,
    end: quote.length,
    quote,
    covers: NONE,
    terms: NONE,
    score: 0,
    worth: 0,
  }
  const rules = { asksForCode: false, asksForList: false, longest: 300 }
  return placeFeatures(understand(question, { library: memoryLibrary([]), origins }), rules)(
    evidence,
    openingPassage(evidence, rules),
  )
}

test('what is of another place than the one named is a stranger, unless it mentions the name', () => {
  expect(measure('How fast is a ferry?', 'ferry', 'Ten knots.')).toMatchObject({ stranger: 0 })
  expect(measure('How fast is a ferry?', 'barge', 'Ten knots.')).toMatchObject({ stranger: 1 })
  expect(measure('How fast is a ferry?', 'barge', 'A ferry is faster.')).toMatchObject({ stranger: 0 })
  expect(measure('How fast is a ferry?', 'barge', 'Ten knots.', ['The ferry'])).toMatchObject({ stranger: 0 })
  expect(measure('How fast is a boat?', 'barge', 'Ten knots.')).toMatchObject({ stranger: 0 })
})

test('what stands under a heading of what is no longer so is outdated, unless that is asked', () => {
  const path = ['Speed', 'Steam engines (deprecated)']
  expect(measure('How fast is a ferry?', 'ferry', 'Ten knots.', path)).toMatchObject({ outdated: 1 })
  expect(measure('How fast is a ferry?', 'ferry', 'Ten knots.')).toMatchObject({ outdated: 0 })
  expect(measure('Which engines are deprecated?', 'ferry', 'Ten knots.', path)).toMatchObject({ outdated: 0 })
})

test('what says again what is asked supports more, and stands in what is above it, too', () => {
  const supports = (quote: string, path?: readonly string[]) =>
    measure('How fast is a ferry?', 'ferry', quote, path)['supports'] ?? 0
  expect(supports('Ten knots.', ['Fast'])).toBeGreaterThan(supports('Ten knots.', ['Knots']))
  expect(supports('A ferry is fast. Fast means ten knots.')).toBeGreaterThan(
    supports('A ferry is fast. It is ten knots.'),
  )
})

test.each([
  ['Run `ferry`.', 1],
  ['Use --fast for it.', 1],
  ['-f: fast', 1],
  ['Ten knots - a well-known speed.', 0],
])('%s shows something as it is typed: %i', (quote, typing) => {
  expect(measure('How fast is a ferry?', 'ferry', quote)).toMatchObject({ typing })
})

test('what stands under a label that names nothing is of what the heading above it names', () => {
  const headedBy = (...path: string[]) => measure('How do I land a ferry?', 'ferry', 'Slowly.', path)['headed'] ?? 0
  expect(headedBy('land a ferry', 'Description')).toBe(headedBy('land a ferry'))
  expect(headedBy('land a ferry', 'In fog')).toBeLessThan(headedBy('land a ferry'))
})
