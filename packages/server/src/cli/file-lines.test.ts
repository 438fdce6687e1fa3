import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileLines } from './file-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'lines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'docs', 'deep'), { recursive: true })
writeFileSync(
  join(folder, 'docs', 'deep', 'a.md'),
  '# Title\n\nOne **bold** word.\nTwo of them.\n\n- `x`: a [link](y).\n',
)
writeFileSync(join(folder, 'one.html'), '<p>It is\n<b>very</b> <a href="x">long and wide</a>.</p>')
writeFileSync(join(folder, 'docs', 'deep', 'b.docx'), 'PK\0\0 One bold word.')

const cited = (...quotes: string[]) => quotes.map((quote) => ({ source_anchor: { quote, score: 1 } })) as never

test.each([
  ['deep/a.md', 'docs', ['Two of them.', 'One bold word.'], 'docs/deep/a.md:3,4'],
  ['docs/deep/a.md', 'docs', ['x: a link'], 'docs/deep/a.md:6'],
  ['deep/a.md', 'nowhere, docs', ['What the file does not hold.'], 'docs/deep/a.md'],
  ['deep/b.docx', 'docs', ['One bold word.'], 'docs/deep/b.docx'],
  ['one.html', 'docs,one.html', ['long and wide.'], 'one.html:2'],
  ['one.html', 'docs', ['long and wide.'], undefined],
  [undefined, 'docs', ['One bold word.'], undefined],
])('%s of %s', (path, corpus, quotes, expected) => {
  const places = corpus.split(',').map((each) => join(folder, each.trim()))
  const found = fileLines({ ...(path !== undefined && { path }) }, cited(...quotes), places.join(','))
  expect(found).toBe(expected && join(folder, expected))
})

test('the words of a quotation are no pattern', () => {
  writeFileSync(join(folder, 'b.md'), 'a.b*c (d\n')
  expect(fileLines({ path: 'b.md' }, cited('a.b*c (d'), folder)).toBe(`${join(folder, 'b.md')}:1`)
})
