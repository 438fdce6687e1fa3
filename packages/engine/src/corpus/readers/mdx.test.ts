import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readMdx } from './mdx.ts'

function said(mdx: string): (string | undefined)[][] {
  const { text, blocks = [] } = readMdx(mdx)
  expectSoundBlocks(text, blocks)
  return blocks.map(({ start, end, kind }) => [kind, text.slice(start, end)])
}

test('what a component encloses is Markdown, behind the label or the title of the component', () => {
  expect(said('<Note>\n  See [the gate](/gate).\n</Note>')).toEqual([['paragraph', 'Note: See the gate.']])
  expect(said('<Callout type="warning" icon={<Bell />}>It **falls**.</Callout>')).toEqual([
    ['paragraph', 'Warning: It falls.'],
  ])
  expect(
    said('<Steps>\n  <Step title="Open it">\n    ```sh\n    open gate\n      wide\n    ```\n  </Step>\n</Steps>'),
  ).toEqual([
    ['caption', 'Open it'],
    ['code', 'open gate\n  wide'],
  ])
  expect(said('It <Badge color={red}>opens</Badge> at `<Dawn a={1}>`.')).toEqual([
    ['paragraph', 'It opens at `<Dawn a={1}>`.'],
  ])
})

test('expressions and comments are not shown, but for strings; code and formulas are kept', () => {
  const page =
    'It opens {limit} times{" a day"}. {/* Don\'t show\nthis. */}\n\n{/* Nor\n\nthis. */}\n\n`{a}` and $x_{1}$ stay.\n\n## Gates {#gates}'
  expect(said(page)).toEqual([
    ['paragraph', 'It opens … times a day.'],
    ['paragraph', '`{a}` and $x_{1}$ stay.'],
    ['heading', 'Gates'],
  ])
})

test('whatever tags stand in it, blocks are where they say, and code is kept', () => {
  const piece = fc.constantFrom(
    '<Tab title="a">',
    '</Tab>',
    '<Tab',
    ' b={[{ name: "x", description: "y" }]}',
    '/>',
    '>',
    '\n',
    '\n\n',
    '  ',
    '```\n',
    '`',
    'word ',
    '- ',
    '{"',
    '😀',
  )
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void said(pieces.join(''))))
})
