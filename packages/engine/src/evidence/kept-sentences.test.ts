import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockSentences } from '../block-sentences.ts'
import type { Block, SourceDocument } from '../types.ts'
import { KeptSentences } from './kept-sentences.ts'

const KINDS = ['paragraph', 'heading', 'item', 'code', 'furniture'] as const

test('the sentences that are kept of a document are those that stand in it, each in its block', () => {
  const part = fc.tuple(
    fc.constantFrom('The canal opened. Ships came.', '- An item. Of two.', 'A line\nand one'),
    fc.nat(9),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), fc.nat(200), fc.nat(200), (parts, hasBlocks, a, b) => {
      let text = ''
      const blocks: Block[] = []
      for (const [words, kind] of parts) {
        blocks.push({
          start: text.length,
          end: text.length + words.length,
          kind: KINDS[kind % KINDS.length] ?? 'row',
          path: [],
        })
        text += `${words}\n\n`
      }
      const parted = { length: text.length, slice: (start?: number, end?: number) => text.slice(start, end) }
      const document: SourceDocument = {
        id: 'd',
        url: 'urn:d',
        title: 'T',
        text: parted,
        sourceType: 'other',
        ...(hasBlocks && { blocks }),
      }
      const kept = new KeptSentences()
      const span = { start: Math.min(a, b, text.length), end: Math.min(Math.max(a, b), text.length) }
      const found = blockSentences(document, span)
      expect(kept.of(document, span)).toEqual(found)
      expect(kept.of(document, span)).toEqual(found)
    }),
  )
})
