import { expect, test } from 'vitest'
import { readMarkdown } from '#corpus/readers/markdown.ts'
import { readText } from '#corpus/readers/text.ts'
import type { Block, SourceDocument } from '../types.ts'
import { withSection } from './section.ts'

function placeOf({ text, blocks = [] }: { text: string; blocks?: readonly Block[] }, words: string): string {
  const document: SourceDocument = { id: 'd', url: 'urn:d', title: 'Lock', text, blocks, sourceType: 'document' }
  const at = text.indexOf(words)
  return withSection('Lock', { document, block: blocks.find(({ end }) => end > at) })
}

test('a place is named by the heading above it, and not by the term that its item begins with', () => {
  const page = readMarkdown('# Lock\n\nIt opens.\n\n## Gates\n\n- `up`: it opens.\n- `down`: it shuts.\n\nMore.')
  expect(placeOf(page, 'It opens')).toBe('Lock')
  expect(placeOf(page, '`up`')).toBe('Lock › Gates')
  expect(placeOf(page, 'it shuts')).toBe('Lock › Gates')
  expect(placeOf(page, 'More')).toBe('Lock › Gates')
})

test('a term in a line of its own stands behind the heading, as it is first written', () => {
  const page = readMarkdown('## Gates\n\n<dl><dt>rate &lt;n></dt><dt>speed &lt;n></dt><dd>How fast.</dd></dl>')
  expect(placeOf(page, 'How fast')).toBe('Lock › Gates › rate')
  expect(placeOf(readText('Locks open.'), 'Locks')).toBe('Lock')
})
