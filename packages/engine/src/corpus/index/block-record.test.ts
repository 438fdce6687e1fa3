import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHtml } from '../readers/html.ts'
import { decodeBlocks, encodeBlocks } from './block-record.ts'

it('reads blocks back as they were', () => {
  const piece = fc.constantFrom(
    '<h1>',
    '</h1>',
    '<p>',
    '<li>',
    '<ol>',
    '<pre class=language-js>',
    '</pre>',
    '<td>',
    'a b',
    '<b>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { blocks = [] } = readHtml(pieces.join(' '))
      expect(decodeBlocks(encodeBlocks(blocks))).toEqual(blocks)
    }),
  )
})
