import { parse } from 'csv-parse/sync'
import { EMPTY_CELL } from '#language/table-row.ts'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'
import { TextBuilder } from './text-builder.ts'

/** What may part the cells of a row; the one that the first line has most of does. */
const DELIMITERS = [',', ';', '\t', '|']

/**
 * Reads a file of comma-separated values as a table: each row of the file is one, and the first is the header.
 * @throws {UnreadableContentError} for a file whose quotation marks do not match
 */
export function readCsv(csv: string): DocumentParts {
  const builder = new TextBuilder()
  for (const [number, cells] of rowsOf(csv).entries()) {
    builder.row(number === 0, number)
    for (const cell of cells) {
      builder.cell()
      builder.text(cell.trim() === '' ? EMPTY_CELL : cell)
    }
  }
  return builder.finish()
}

function rowsOf(csv: string): string[][] {
  const opening = csv.slice(0, csv.search(/[\r\n]|$/))
  const count = (delimiter: string) => opening.split(delimiter).length
  const delimiter = DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
  try {
    return parse(csv, { delimiter, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true, bom: true })
  } catch (error) {
    throw new UnreadableContentError('has a quotation mark that nothing closes', { cause: error })
  }
}
