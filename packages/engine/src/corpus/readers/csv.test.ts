import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readCsv } from './csv.ts'

function rows(csv: string): (string | number | undefined)[][] {
  const { text, blocks = [] } = readCsv(csv)
  expectSoundBlocks(text, blocks)
  return blocks.map(({ kind, number, start, end }) => [kind, number, text.slice(start, end)])
}

it('takes a quotation mark that nothing closes for a sign of the text', () => {
  expect(rows('a,b\n"never closed,1\nc,2')).toEqual([
    ['row', 0, 'a | b'],
    ['row', 1, '"never closed | 1'],
    ['row', 2, 'c | 2'],
  ])
})

it('follows the line that names the sign between cells, and knows lines above the header', () => {
  expect(rows('sep=;\r\nLock;Toll\r\nSalt, old;2,50\r\n')).toEqual([
    ['row', 0, 'Lock | Toll'],
    ['row', 1, 'Salt, old | 2,50'],
  ])
  expect(rows('Tolls of the canal\n\nLock,Width,Toll\nSalt,4,2\nRye,6,3\nCorn,5,3\n')).toEqual([
    ['paragraph', undefined, 'Tolls of the canal'],
    ['row', 0, 'Lock | Width | Toll'],
    ['row', 1, 'Salt | 4 | 2'],
    ['row', 2, 'Rye | 6 | 3'],
    ['row', 3, 'Corn | 5 | 3'],
  ])
})

it('takes no row of values for a header, and leaves no row shorter than its header', () => {
  expect(rows('salt lock,71,C\nrye lock,48,C').map(([, number]) => number)).toEqual([1, 2])
  expect(rows('a,b,c\n1,2')[1]).toEqual(['row', 1, '1 | 2 | -'])
})

it('makes sound blocks of any lines', () => {
  const piece = fc.constantFrom('a', '1', ',', ';', '"', '\n', '\r\n', '\t', ' ', 'sep=;', '😀')
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void rows(pieces.join(''))))
})
