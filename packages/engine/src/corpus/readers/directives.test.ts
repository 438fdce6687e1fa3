import { expect, test } from 'vitest'
import { expectSoundBlocks } from '../../../test/corpus/sound-blocks.ts'
import { readMarkdown } from './markdown.ts'

function said(markdown: string): (string | undefined)[][] {
  const { text, blocks = [] } = readMarkdown(markdown)
  expectSoundBlocks(text, blocks)
  return blocks.map(({ start, end, kind }) => [kind, text.slice(start, end)])
}

test('what a box holds stands behind its label or below its title', () => {
  expect(said('::: warning\nMind the **gate**.\n:::\nAfter it.')).toEqual([
    ['paragraph', 'Warning: Mind the gate.'],
    ['paragraph', 'After it.'],
  ])
  for (const line of [':::tip[At dawn]', ':::tip{title="At dawn"}', ':::{tip} At dawn', '::: info At dawn'])
    expect(said(`Before it.\n${line}\n\nIt opens.\n\n:::`)).toEqual([
      ['paragraph', 'Before it.'],
      ['paragraph', 'At dawn'],
      ['paragraph', 'It opens.'],
    ])
  expect(said('::: code-group\n```sh\nopen\n```\n:::')).toEqual([['code', 'open']])
  expect(said('::: details Click to expand\nIt opens.\n:::')).toEqual([['paragraph', 'It opens.']])
})

test('the same marks in code and in a line are text', () => {
  expect(said('```md\n:::note\n```')).toEqual([['code', ':::note']])
  expect(said('A box begins with ::: and a name.')).toEqual([['paragraph', 'A box begins with ::: and a name.']])
})
