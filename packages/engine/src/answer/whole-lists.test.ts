import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { quotationOf } from './quote-block.ts'
import { withWholeList } from './whole-lists.ts'

/** What is shown of a paragraph, a sentence that introduces a list, and its first two items. */
function shown(items: readonly string[], asksForList: boolean): string[] {
  const { text, blocks = [] } = readMarkdown(`A lock lifts ships.\n\nIt has:\n\n- ${items.join('\n- ')}`)
  const document = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const quotations = blocks.map((block) => quotationOf(document, block, block))
  const [lead] = quotations
  if (lead === undefined) throw new Error('no lead')
  const passage = withWholeList(quotations.slice(0, 4), blocks, { asksForList }, lead)
  return passage.map(({ quote }) => quote.replace(/^- /, '').slice(0, 20))
}

test('a list that is begun is shown whole where it is short', () => {
  expect(shown(['a gate', 'a keeper', 'a tower'], false)).toEqual([
    'A lock lifts ships.',
    'It has:',
    'a gate',
    'a keeper',
    'a tower',
  ])
})

test('a longer one that nobody asked for is left out with what introduces it', () => {
  const items = Array.from({ length: 12 }, (_, at) => `${at} ${'gate and '.repeat(15)}tower`)
  expect(shown(items, false)).toEqual(['A lock lifts ships.'])
  expect(shown(items, true)).toHaveLength(4)
})
