import type { DocumentParts } from '../readers/metadata.ts'
import { writeRow } from '../readers/spanned-rows.ts'
import { TextBuilder } from '../readers/text-builder.ts'
import { aboutIn } from './docx.ts'
import { targetsOf } from './pptx.ts'
import { cellValue, type NumberFormats, readNumberFormats } from './xlsx-values.ts'
import { parseXml, type XmlElement } from './xml.ts'
import { readZipped, type Zip } from './zip.ts'

/** Columns of a sheet that are read. */
const MOST_COLUMNS = 500

/**
 * Reads a workbook of Excel: each sheet is a table under its name, and its first row the header; sheets and rows that are not
 * shown are left out. Of a formula, what it came to is read.
 * @throws {UnreadableContentError} for a broken or protected file
 */
export async function readXlsx(bytes: Uint8Array): Promise<DocumentParts> {
  return await readZipped(bytes, 'Excel workbook', async (zip) => {
    const main = 'xl/workbook.xml'
    const sheets: { name: string; id: string }[] = []
    let from1904 = false
    await parseXml(zip.text(main), {
      open({ name, get }) {
        const isShown = (get('state') ?? 'visible') === 'visible'
        if (name === 'sheet' && isShown) sheets.push({ name: get('name') ?? '', id: get('r:id') ?? '' })
        if (name === 'workbookPr') from1904 = get('date1904') === '1' || get('date1904') === 'true'
      },
    })
    if (sheets.length === 0) throw new Error('it has no sheet')
    const targets = await targetsOf(zip, main)
    const known = { texts: await sharedTexts(zip), formats: await readNumberFormats(zip), from1904 }
    const builder = new TextBuilder()
    for (const { name, id } of sheets) {
      const file = targets.get(id)?.file
      if (file === undefined) continue
      builder.beginHeading(1)
      builder.text(name)
      builder.endHeading()
      const writer = new SheetWriter(builder, known)
      await parseXml(zip.text(file), writer)
      builder.endTable()
    }
    return { ...(await aboutIn(zip)), ...builder.finish() }
  })
}

/** The texts that cells refer to by number. */
async function sharedTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = []
  let open: string | undefined
  let isText = false
  await parseXml(zip.text('xl/sharedStrings.xml'), {
    open({ name }) {
      if (name === 'si') open = ''
      // How a text is spoken is none of it.
      isText = name === 't'
      if (name === 'rPh') open = open === undefined ? undefined : `${open}\0`
    },
    text(text) {
      if (isText && open !== undefined && !open.endsWith('\0')) open += text
    },
    close({ name }) {
      isText = false
      if (name === 'rPh') open = open?.slice(0, -1)
      if (name === 'si') texts.push(open ?? '')
    },
  })
  return texts
}

export interface KnownOfBook {
  texts: readonly string[]
  formats: NumberFormats
  /** Whether days are counted from 1904 on. */
  from1904: boolean
}

/** Writes the rows of a sheet, as its elements come. */
class SheetWriter {
  readonly #builder: TextBuilder
  readonly #known: KnownOfBook
  #cells: string[] = []
  #rows = 0
  #isHidden = false
  #cell = { column: 0, type: '', style: 0 }
  #value = ''
  #isValue = false

  constructor(builder: TextBuilder, known: KnownOfBook) {
    this.#builder = builder
    this.#known = known
  }

  open({ name, get }: XmlElement): void {
    if (name === 'row') {
      this.#cells = []
      this.#isHidden = get('hidden') === '1' || get('hidden') === 'true'
    } else if (name === 'c') {
      const column = columnOf(get('r') ?? '') ?? this.#cells.length
      this.#cell = { column, type: get('t') ?? 'n', style: Number(get('s') ?? 0) }
      this.#value = ''
    } else if (name === 'v' || name === 't') this.#isValue = true
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text
  }

  close({ name }: XmlElement): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  #endCell(): void {
    const { column, ...cell } = this.#cell
    if (column >= MOST_COLUMNS || this.#value === '') return
    while (this.#cells.length < column) this.#cells.push('')
    this.#cells[column] = cellValue(this.#value, cell, this.#known)
  }

  #endRow(): void {
    if (this.#isHidden) return
    const place = { isFirst: this.#rows === 0, number: this.#rows }
    this.#rows += Number(writeRow(this.#builder, this.#cells, place))
  }
}

/** The index of a column, by its letters: "C7" is in 2. */
function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
}
