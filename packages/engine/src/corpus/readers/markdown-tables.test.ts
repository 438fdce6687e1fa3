import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown-tables.ts'

const parser = new MarkdownIt({ html: true })
const cell = fc.constantFrom('a', '**b**', '', '[link][1]', '`x`', '\\|', '<i>c</i>', 'https://example.com')
const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => `| ${cells.join(' | ')} |`)
const table = fc
  .array(row, { minLength: 0, maxLength: 30 })
  .map((rows) => ['| one | two |', '| --- | :-: |', ...rows].join('\n'))
const other = fc.constantFrom(
  'Text.',
  '# Heading',
  '- item',
  '```\n| a |\n|---|\n| b |\n```',
  '[1]: https://example.com/1',
  '| a',
  '~~~',
)

test('a table that is parsed a part at a time is what the parser makes of it at once', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(table, other), { maxLength: 6 }), fc.constantFrom('\n\n', '\n'), (parts, between) => {
      const markdown = parts.join(between)
      expect(renderMarkdown(parser, markdown, 3)).toBe(parser.render(markdown))
    }),
    { numRuns: 500 },
  )
})
