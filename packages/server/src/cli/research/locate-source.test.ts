import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLocator } from './locate-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'lines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'docs', 'deep'), { recursive: true })
writeFileSync(
  join(folder, 'docs', 'deep', 'a.md'),
  '# Title\n\nOne **bold** word, and more.\nTwo of them.\n\n- `x`: a [link](y).\n\nTip\n\nTip\n',
)
writeFileSync(join(folder, 'one.html'), '<p>It is\n<b>very</b> <a href="x">long and wide</a>.</p>')
writeFileSync(join(folder, 'docs', 'deep', 'b.docx'), 'PK\0\0 One bold word.')

/** Quotations that stand in the text that was read as they do here. */
const quoted = (...quotes: readonly string[]) => quotes.map((words, at) => ({ words, start: 100 * at }))

test.each([
  ['deep/a.md', 'docs', ['Two of them.', 'One bold word, and more.', 'Two of them.'], 'docs/deep/a.md', [4, 3, 4]],
  ['docs/deep/a.md', 'docs', ['x: a link'], 'docs/deep/a.md', [6]],
  ['deep/a.md', 'nowhere, docs', ['What the file does not hold.'], 'docs/deep/a.md', [undefined]],
  ['deep/a.md', 'docs', ['Tip'], 'docs/deep/a.md', [undefined]],
  ['deep/b.docx', 'docs', ['One bold word.'], 'docs/deep/b.docx', [undefined]],
  ['one.html', 'docs,one.html', ['very long and wide.'], 'one.html', [2]],
  ['one.html', 'docs', ['long and wide.'], undefined, undefined],
])('%s in %s', (path, corpus, quotes, file, lines) => {
  const places = corpus.split(',').map((each) => join(folder, each.trim()))
  const place = createLocator(places.join(','))(`urn:corpus:${path}`, quoted(...quotes))
  expect(place?.path).toBe(file && join(folder, file))
  expect(place?.lines).toEqual(lines)
})

test('the words of a quotation are no pattern, and other addresses have no file', () => {
  writeFileSync(join(folder, 'b.md'), 'a.b*c (d\n')
  const locate = createLocator(folder)
  expect(locate('urn:corpus:b.md', quoted('a.b*c (d'))?.lines).toEqual([1])
  expect(locate('https://example.org/b.md', quoted('a.b*c (d'))).toBeUndefined()
})
