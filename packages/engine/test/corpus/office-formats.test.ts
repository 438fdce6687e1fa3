import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEpub } from '#corpus/formats/epub.ts'
import { readOdt } from '#corpus/formats/odt.ts'
import { readPptx } from '#corpus/formats/pptx.ts'
import { readXlsx } from '#corpus/formats/xlsx.ts'
import type { DocumentParts } from '#corpus/readers/metadata.ts'
import { expectSoundBlocks } from './sound-blocks.ts'
import { zipOf } from './zip-bytes.ts'

function shown({ text, blocks = [] }: DocumentParts) {
  expectSoundBlocks(text, blocks)
  return blocks.map(({ start, end, kind, path }) => [kind, text.slice(start, end), path.join(' › ')])
}

const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`

describe('a book (EPUB)', () => {
  const book = {
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      '<package><metadata xmlns:dc="d"><dc:title>The Reef</dc:title><dc:creator>Ann Lee</dc:creator><dc:date>2019-04-01</dc:date><dc:language>en</dc:language></metadata>' +
      '<manifest><item id="b" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/><item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="x" href="../../etc/passwd" media-type="text/html"/></manifest>' +
      '<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="x"/><itemref idref="b"/></spine></package>',
    'OEBPS/nav.xhtml': '<html><body><ol><li>One</li></ol></body></html>',
    'OEBPS/text/one.xhtml':
      '<html><head><title>x</title></head><body><h1>One</h1><p>The reef is three km long.</p></body></html>',
    'OEBPS/text/two b.xhtml': '<html><body><h1>Two</h1><p>Corals live there.</p></body></html>',
  }

  it('is its chapters in their order, and what it says of itself', async () => {
    const parts = await readEpub(zipOf(book))
    expect(parts).toMatchObject({ title: 'The Reef', authors: ['Ann Lee'], year: 2019, language: 'en' })
    expect(shown(parts)).toEqual([
      ['heading', 'One', ''],
      ['paragraph', 'The reef is three km long.', 'One'],
      ['heading', 'Two', ''],
      ['paragraph', 'Corals live there.', 'Two'],
    ])
  })

  it('that is none is refused', async () => {
    await expect(readEpub(Buffer.from('x'))).rejects.toThrow('is not a readable EPUB book')
    await expect(readEpub(zipOf({ 'a.txt': 'x' }))).rejects.toThrow('is not a readable EPUB book')
  })
})

describe('a text of OpenDocument', () => {
  const odtOf = (body: string, styles = '') =>
    zipOf({
      'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      'meta.xml':
        '<office:document-meta><office:meta><dc:title>Relay handbook</dc:title><meta:initial-creator>Bo</meta:initial-creator><meta:creation-date>2021-02-03T04:05:06</meta:creation-date></office:meta></office:document-meta>',
    })

  it('is read with its headings, lists, tables and notes', async () => {
    const cell = (text: string, spans = '') => `<table:table-cell ${spans}><text:p>${text}</text:p></table:table-cell>`
    const parts = await readOdt(
      odtOf(
        '<text:p text:style-name="Title">Relay handbook</text:p><text:h text:outline-level="2">Heat</text:h>' +
          '<text:p>The relay<text:s/>shuts down at 71<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since 1999.</text:p></text:note-body></text:note> degrees.</text:p>' +
          '<text:list><text:list-item><text:p>Replace the fuse.</text:p></text:list-item></text:list>' +
          `<table:table><table:table-row>${cell('Model')}${cell('Volts')}</table:table-row><table:table-row>${cell('R-100', 'table:number-rows-spanned="2"')}${cell('230')}</table:table-row><table:table-row><table:covered-table-cell/>${cell('110')}</table:table-row></table:table>` +
          '<text:p text:style-name="P9">Hidden.</text:p><office:annotation><text:p>A remark.</text:p></office:annotation>',
        '<style:style style:name="P9"><style:text-properties text:display="none"/></style:style>',
      ),
    )
    expect(parts).toMatchObject({ title: 'Relay handbook', authors: ['Bo'], year: 2021 })
    expect(shown(parts).map(([kind, text]) => [kind, text])).toEqual([
      ['heading', 'Relay handbook'],
      ['heading', 'Heat'],
      ['paragraph', 'The relay shuts down at 71 degrees.'],
      ['paragraph', 'Since 1999.'],
      ['item', '- Replace the fuse.'],
      ['row', 'Model | Volts'],
      ['row', 'R-100 | 230'],
      ['row', 'R-100 | 110'],
    ])
  })

  it('has sound blocks, whatever elements stand in it', async () => {
    const names = fc.constantFrom(
      'text:p',
      'text:h',
      'text:list',
      'text:list-item',
      'text:note',
      'text:note-body',
      'table:table',
      'table:table-row',
      'table:table-cell',
    )
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('text', ' ', '😀'),
        fc
          .tuple(names, fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 5 }), async (body) => {
        shown(await readOdt(odtOf(body.join(''))))
      }),
      { numRuns: 60 },
    )
  })
})

describe('slides', () => {
  const shape = (type: string, ...texts: string[]) =>
    `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><p:txBody>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
  const slide = (content: string, attributes = '') =>
    `<p:sld ${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`
  const cell = (text: string, attributes = '') =>
    `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`

  it('are read in their order, with tables and notes, and the number of each', async () => {
    const deck = zipOf({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r3"/><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(
        ['r1', 'slide', 'slides/slide1.xml'],
        ['r2', 'slide', 'slides/slide2.xml'],
        ['r3', 'slide', 'slides/slide3.xml'],
      ),
      'ppt/slides/slide2.xml': slide(shape('ctrTitle', 'Relays') + shape('sldNum', '1')),
      'ppt/slides/slide3.xml': slide(shape('title', 'Secret'), 'show="0"'),
      'ppt/slides/slide1.xml': slide(
        shape('title', 'Heat') +
          shape('body', 'It shuts down at 71 degrees.') +
          `<a:tbl><a:tr>${cell('Model')}${cell('Volts')}</a:tr><a:tr>${cell('R-100')}${cell('230')}</a:tr></a:tbl>`,
      ),
      'ppt/slides/_rels/slide1.xml.rels': relations(['r1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
      'ppt/notesSlides/notesSlide1.xml': slide(shape('sldImg', 'x') + shape('body', 'Say that it was 80 before.')),
    })
    const parts = await readPptx(deck)
    expect(parts.title).toBe('Relays')
    expect(shown(parts)).toEqual([
      ['heading', 'Relays', ''],
      ['heading', 'Heat', ''],
      ['item', '- It shuts down at 71 degrees.', 'Heat'],
      ['row', 'Model | Volts', 'Heat'],
      ['row', 'R-100 | 230', 'Heat'],
      ['paragraph', 'Say that it was 80 before.', 'Heat'],
    ])
    expect(parts.blocks?.map(({ page }) => page)).toEqual([1, 3, 3, 3, 3, 3])
  })
})

describe('a workbook', () => {
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const bookOf = (rows: string) =>
    zipOf({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Fuses" r:id="r1"/><sheet name="Old" state="hidden" r:id="r2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations(
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'worksheet', '/xl/worksheets/sheet2.xml'],
      ),
      'xl/sharedStrings.xml':
        '<sst><si><t>Model</t></si><si><r><t>R-</t></r><r><t>100</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy&quot;h&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': sheet(rows),
      'xl/worksheets/sheet2.xml': sheet('<row><c r="A1"><v>666</v></c></row>'),
    })

  it('is a table for each sheet, with values as they are shown', async () => {
    const parts = await readXlsx(
      bookOf(
        '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Since</t></is></c><c r="D1" t="str"><v>Share</v></c></row>' +
          '<row><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>44197</v></c><c r="C2"><f>1+1</f><v>2.0000000000000004</v></c><c r="D2" s="3"><v>0.25</v></c></row>' +
          '<row hidden="1"><c r="A3"><v>666</v></c></row><row><c r="B4" s="2"><v>44197.5</v></c><c r="C4" t="b"><v>1</v></c></row>',
      ),
    )
    expect(shown(parts)).toEqual([
      ['heading', 'Fuses', ''],
      ['row', 'Model | Since | - | Share', 'Fuses'],
      ['row', 'R-100 | 2021-01-01 | 2 | 25 %', 'Fuses'],
      ['row', '- | 2021-01-01 12:00 | TRUE', 'Fuses'],
    ])
  })

  it('has sound blocks, whatever its cells hold', async () => {
    const cell = fc.tuple(
      fc.constantFrom('s', 'n', 'b', 'str'),
      fc.integer({ min: -1, max: 4 }),
      fc.constantFrom('1', '-5', '9e99', 'x', '', '0.5'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 4 }), async (rows) => {
        const xml = rows.map(
          (cells) => `<row>${cells.map(([t, s, v]) => `<c t="${t}" s="${s}"><v>${v}</v></c>`).join('')}</row>`,
        )
        shown(await readXlsx(bookOf(xml.join(''))))
      }),
      { numRuns: 60 },
    )
  })
})

describe('a zip file', () => {
  /** One file, of zeros, whose own sizes are what is told. */
  function bombOf(size: number): Buffer {
    const name = 'content.xml'
    const bomb = zipOf({ [name]: '' })
    const packed = deflateRawSync(Buffer.alloc(size, ' '))
    const local = Buffer.from(bomb.subarray(0, 30 + name.length))
    const central = Buffer.from(bomb.subarray(30 + name.length, 30 + name.length + 46 + name.length))
    const end = Buffer.from(bomb.subarray(-22))
    for (const [head, at] of [
      [local, 8],
      [central, 10],
    ] as const) {
      head.writeUInt16LE(8, at)
      head.writeUInt32LE(packed.length, at + 10)
      head.writeUInt32LE(size, at + 14)
    }
    end.writeUInt32LE(local.length + packed.length, 16)
    return Buffer.concat([local, packed, central, end])
  }

  it('that unpacks to far more than it holds is refused before it fills the memory', async () => {
    const bomb = bombOf(100 * 1024 * 1024)
    expect(bomb.length).toBeLessThan(200_000)
    await expect(readOdt(bomb)).rejects.toThrow('unpacks to more than a document holds')
  })

  it('whose XML is nested too deeply is refused', async () => {
    await expect(readOdt(zipOf({ 'content.xml': '<text:p>'.repeat(1_000) }))).rejects.toThrow('is nested too deeply')
  })

  it.each(['docx', 'odt', 'pptx', 'xlsx', 'epub'])('that is cut anywhere ends in a clear word: %s', async (kind) => {
    const readers = { docx: 'docx', odt: 'odt', pptx: 'pptx', xlsx: 'xlsx', epub: 'epub' } as const
    const { readPiece } = await import('#corpus/formats/read-piece.ts')
    const whole = zipOf({ 'content.xml': '<text:p>Text.</text:p>', 'META-INF/container.xml': '<rootfile/>' })
    for (let end = 0; end < whole.length; end += 37) {
      const { documents, problems } = await readPiece({
        path: `a.${readers[kind as keyof typeof readers]}`,
        bytes: whole.subarray(0, end),
      })
      expect(documents).toEqual([])
      expect(problems[0]).toMatch(/^is not a readable /)
    }
  })
})
