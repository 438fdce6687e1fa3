import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import { expectSoundBlocks } from './sound-blocks.ts'
import { zipOf } from './zip-bytes.ts'

const { signal } = new AbortController()
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const styled = (style: string, content: string) => `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`
const paragraph = (text: string, style = '') => (style === '' ? `<w:p>${run(text)}</w:p>` : styled(style, run(text)))
const cell = (text: string, properties = '') =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${paragraph(text)}</w:tc>`
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const STYLES = ['Title', 'heading 1', 'heading 2', 'toc 1']
  .map((name, at) => `<w:style w:styleId="S${at}"><w:name w:val="${name}"/></w:style>`)
  .join('')

function docxOf(body: string, others: Record<string, string> = {}): Buffer {
  return zipOf({
    '_rels/.rels':
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${NAMESPACES}>${STYLES}<w:style w:styleId="Secret"><w:name w:val="secret"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`,
    ...others,
  })
}

async function read(body: string, others?: Record<string, string>) {
  const { text, blocks = [], ...about } = await readFile('report.docx', docxOf(body, others), { signal })
  expectSoundBlocks(text, blocks)
  return {
    ...about,
    text,
    blocks: blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.join(' › ')]),
  }
}

describe('readDocx', () => {
  it('reads headings, text and tables, below the title', async () => {
    const table = `<w:tbl>${row(cell('name'), cell('kg'))}${row(cell('otter'), cell('9'))}</w:tbl>`
    const { title, blocks } = await read(
      paragraph('Otters &amp; more', 'S0') + paragraph('Life', 'S1') + paragraph('They swim.') + table,
    )
    expect(title).toBe('Otters & more')
    expect(blocks).toEqual([
      ['heading', 'Otters & more', ''],
      ['heading', 'Life', 'Otters & more'],
      ['paragraph', 'They swim.', 'Otters & more › Life'],
      ['row', 'name | kg', 'Otters & more › Life'],
      ['row', 'otter | 9', 'Otters & more › Life'],
    ])
  })

  it('knows what the document says of itself', async () => {
    const core =
      '<cp:coreProperties xmlns:dc="d"><dc:title>On otters</dc:title><dc:creator>Ann Lee; Bo Ek</dc:creator><dcterms:created>2024-05-06T07:08:09Z</dcterms:created></cp:coreProperties>'
    const { title, authors, year } = await read(paragraph('Text.'), { 'docProps/core.xml': core })
    expect([title, authors, year]).toEqual(['On otters', ['Ann Lee', 'Bo Ek'], 2024])
  })

  it('reads formulas, and raised and lowered digits', async () => {
    const math = (content: string) => `<m:oMath>${content}</m:oMath>`
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const fraction = `<m:f><m:num>${r('U')}</m:num><m:den>${r('R')}</m:den></m:f>`
    const square = `<m:sSup><m:e><m:d>${`<m:e>${r('a')}</m:e>`}</m:d></m:e><m:sup>${r('2')}</m:sup></m:sSup>`
    const { text } = await read(
      `<w:p>${run('The power is ')}${math(r('P=UI'))}${run(', or ')}${math(fraction)}${run(' and ')}${math(square)}${run('.')}</w:p>` +
        `<w:p>${run('It holds 10')}${run('6', '<w:vertAlign w:val="superscript"/>')}${run(' newtons of H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O.')}</w:p>`,
    )
    expect(text).toMatch(
      /^The power is P=UI, or .*U.*\/.*R.* and .*\(a\).*\^?.*2.*\.\n\nIt holds 10⁶ newtons of H₂O\.$/,
    )
  })

  it('has the description of a picture within a sentence, and tells of one without', async () => {
    const picture = (about: string) =>
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1"${about}/></wp:inline></w:drawing></w:r>`
    const { text } = await read(
      `<w:p>${run('Press ')}${picture(' descr="the red button"')}${run(' and ')}${picture('')}${run(' at once.')}${picture('')}</w:p>`,
    )
    expect(text).toBe('Press the red button and … at once.')
  })

  it('leaves out what is hidden, deleted, a table of contents or a second form', async () => {
    const { text } = await read(
      paragraph('Heat ..... 3', 'S3') +
        `<w:p>${run('Open.')}${run(' Secret price.', '<w:vanish/>')}<w:del><w:r><w:delText> Gone.</w:delText></w:r></w:del><w:ins>${run(' New.')}</w:ins>${run(' Shown.', '<w:vanish w:val="0"/>')}</w:p>` +
        styled('Secret', run('Hidden by its style.')) +
        `<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><mc:AlternateContent><mc:Choice><w:r><w:txbxContent>${paragraph('A box.')}</w:txbxContent></w:r></mc:Choice><mc:Fallback>${paragraph('A box.')}</mc:Fallback></mc:AlternateContent>${run('Beside it.')}</w:p>`,
    )
    expect(text).toBe('Open. New. Shown.\n\nBeside it.\n\nA box.')
  })

  it('reads notes behind the paragraph that they belong to', async () => {
    const { text } = await read(
      `<w:p>${run('The case is green.')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${paragraph('Next.')}`,
      {
        'word/footnotes.xml': `<w:footnotes ${NAMESPACES}><w:footnote w:type="separator" w:id="0">${paragraph('x')}</w:footnote><w:footnote w:id="2">${paragraph('Since 1999.')}</w:footnote></w:footnotes>`,
      },
    )
    expect(text).toBe('The case is green.\n\nSince 1999.\n\nNext.')
  })

  it('has each cell in every row and column that it covers', async () => {
    const merged = (value: string) => `<w:vMerge${value}/>`
    const table = `<w:tbl>${row(cell('Model'), cell('Amperes'), cell('Volts'))}${row(cell('R-100', merged(' w:val="restart"')), cell('16'), cell('230'))}${row(cell('', merged('')), cell('10'), cell('110'))}${row(cell('R-200'), cell('is gone', '<w:gridSpan w:val="2"/>'))}</w:tbl>`
    const { blocks } = await read(paragraph('Fuses') + table)
    expect(blocks.slice(1).map(([, text]) => text)).toEqual([
      'Model | Amperes | Volts',
      'R-100 | 16 | 230',
      'R-100 | 10 | 110',
      'R-200 | is gone | is gone',
    ])
  })

  it('reads lists, counted and not', async () => {
    const item = (text: string, id: number, depth: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${run(text)}</w:p>`
    const numbering = `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    const { blocks } = await read(
      item('Open.', 1, 0) + item('Slowly.', 1, 1) + item('Close.', 1, 0) + item('Oil it.', 2, 0) + paragraph('Done.'),
      {
        'word/numbering.xml': numbering,
      },
    )
    expect(blocks.map(([kind, text]) => [kind, text])).toEqual([
      ['item', '1. Open.'],
      ['item', '- Slowly.'],
      ['item', '2. Close.'],
      ['item', '- Oil it.'],
      ['paragraph', 'Done.'],
    ])
  })

  it('reads a table of 20,000 rows in little memory', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) =>
      row(cell(`unit-${at}`), cell(`city ${at}`), cell(`${at} watts`)),
    )
    const { text } = await readFile('large.docx', docxOf(`<w:tbl>${rows.join('')}</w:tbl>`), { signal })
    expect(text).toContain('unit-19999 | city 19999 | 19999 watts')
  })

  it('has sound blocks, whatever elements stand in it', async () => {
    const names = fc.constantFrom(
      'w:p',
      'w:r',
      'w:t',
      'w:tbl',
      'w:tr',
      'w:tc',
      'm:oMath',
      'm:f',
      'm:e',
      'w:del',
      'w:pPr',
    )
    const node = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 8 },
        fc.constantFrom('text', ' ', '😀', '1 &lt; 2'),
        fc
          .tuple(names, fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
      ),
    })).node
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 6 }), async (body) => {
        await read(`${paragraph('Begin.')}${body.join('')}`)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['no document', Buffer.from('hello')],
    ['a zip of something else', zipOf({ 'a.txt': 'x' })],
    ['one that is cut short', docxOf(paragraph('x')).subarray(0, 400)],
  ])('refuses %s with a clear word', async (_case, bytes) => {
    await expect(readFile('report.docx', bytes, { signal })).rejects.toThrow('is not a readable Word document')
  })
})
