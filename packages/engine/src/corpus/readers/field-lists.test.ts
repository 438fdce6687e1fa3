import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readHtml } from './html.ts'

const entry = (name: string, fields: string) => `<h2>${name}</h2><dl>${fields}</dl>`
const found = (html: string) => {
  const { text, blocks = [] } = readHtml(html)
  return blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.join(' › ')])
}

test('a term that several entries have is the label of what stands below it', () => {
  const fields = (feet: number) =>
    `<dt>Specifies:</dt><dd><p>How wide it opens, ${feet} feet at most.</p><p>It is set at dawn.</p></dd><dt>Blocks</dt><dd><ul><li>lock</ul></dd>`
  const html = ['gate', 'sill', 'quay'].map((name, at) => entry(name, fields(at))).join('')
  expect(found(html).slice(0, 5)).toEqual([
    ['heading', 'gate', ''],
    ['paragraph', 'Specifies: How wide it opens, 0 feet at most.', 'gate'],
    ['paragraph', 'It is set at dawn.', 'gate'],
    ['paragraph', 'Blocks:', 'gate'],
    ['item', '- lock', 'gate'],
  ])
})

test('a term of its own, a name in a program, and a heading stay what they are', () => {
  const fields = '<dt>id</dt><dd>A number.</dd>'
  const html = ['gate', 'sill', 'quay'].map((name) => entry(name, fields)).join('')
  expect(
    found(`${html}${entry('berth', '<dt>Default value:</dt><dd>4</dd>')}`).filter(([kind]) => kind === 'heading'),
  ).toEqual([
    ['heading', 'gate', ''],
    ['heading', 'id', 'gate'],
    ['heading', 'sill', ''],
    ['heading', 'id', 'sill'],
    ['heading', 'quay', ''],
    ['heading', 'id', 'quay'],
    ['heading', 'berth', ''],
    ['heading', 'Default value:', 'berth'],
  ])
})

test('whatever stands below labels, blocks are where they say', () => {
  const piece = fc.constantFrom(
    '<dl>',
    '</dl>',
    '<dt>Type',
    '<dt>Notes:',
    '<dt>Notes',
    '<dd>',
    '<p>Text',
    '<ul><li>One</ul>',
    '<h2>Entry</h2>',
    '<pre>code</pre>',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { text, blocks = [] } = readHtml(pieces.join(''))
      expectSoundBlocks(text, blocks)
    }),
  )
})
