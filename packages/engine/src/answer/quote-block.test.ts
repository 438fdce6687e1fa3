import { expect, test } from 'vitest'
import type { Block } from '../types.ts'
import { sentencesFrom } from './quote-block.ts'

const text = 'Canals carry ships. They have locks. Each lock has gates.'
const block: Block = { start: 0, end: text.length, kind: 'paragraph', path: [] }

/** A document whose text is read by parts, and how often it was. */
function partedDocument(text: string) {
  let reads = 0
  const slice = (start = 0, end = text.length) => {
    reads += 1
    return text.slice(start, end)
  }
  const parted = { length: text.length, slice }
  return { document: { id: 'a', title: 'A', url: 'urn:a', sourceType: 'document', text: parted }, reads: () => reads }
}

test('the sentences of a block are found once for a place', () => {
  const { document, reads } = partedDocument(text)
  const spans = sentencesFrom(document, block, { start: 0, most: 30 })
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    'Canals carry ships.',
    'They have locks.',
    'Each lock has gates.',
  ])
  const before = reads()
  expect(sentencesFrom(document, block, { start: 0, most: 30 })).toEqual(spans)
  expect(reads()).toBe(before)
})

test('from another place, of another kind or another text they are others', () => {
  const { document } = partedDocument(text)
  const all = sentencesFrom(document, block, { start: 0, most: 30 })
  expect(sentencesFrom(document, block, { start: 20, most: 30 })).toEqual(all.slice(1))
  const furniture: Block = { ...block, kind: 'furniture' }
  expect(sentencesFrom(document, furniture, { start: 0, most: 30 })).toEqual([])
  const other = partedDocument(text.replace('. They', ' if they')).document
  expect(sentencesFrom(other, block, { start: 0, most: 30 })).toHaveLength(2)
})
