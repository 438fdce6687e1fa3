import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import { expectSoundBlocks } from './sound-blocks.ts'
import { zipOf } from './zip-bytes.ts'

const { signal } = new AbortController()
const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`

const report = zipOf({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
    ${paragraph('Otters', 'Heading1')}${paragraph('They swim.')}
    <w:tbl><w:tr>${cell('name')}${cell('kg')}</w:tr><w:tr>${cell('otter')}${cell('9')}</w:tr></w:tbl>
    </w:body></w:document>`,
})

describe('readDocx', () => {
  it('reads headings, text and tables', async () => {
    const { text, title, blocks = [] } = await readFile('report.docx', report, { signal })
    expectSoundBlocks(text, blocks)
    expect(title).toBe('Otters')
    expect(blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path])).toEqual([
      ['heading', 'Otters', []],
      ['paragraph', 'They swim.', ['Otters']],
      ['row', 'name | kg', ['Otters']],
      ['row', 'otter | 9', ['Otters']],
    ])
  })

  it.each([
    ['no document', Buffer.from('hello')],
    ['a zip of something else', zipOf({ 'a.txt': 'x' })],
    ['one that is cut short', report.subarray(0, 400)],
  ])('refuses %s with a clear word', async (_case, bytes) => {
    await expect(readFile('report.docx', bytes, { signal })).rejects.toThrow('is not a readable Word document')
  })
})
