import { type Options, parse } from 'csv-parse/sync'
import { UnreadableContentError } from './decode.ts'
import type { DocumentParts } from './metadata.ts'
import { writeTable } from './spanned-rows.ts'
import { TextBuilder } from './text-builder.ts'

/** What may part the cells of a row. */
const DELIMITERS = [',', ';', '\t', '|']
/** Excel names the delimiter so, in the first line. */
const NAMED = /^sep=(.)\r?\n/
/** So many rows tell how a file is made. */
const LOOKED_AT = 100
const NUMBER = /^[-+]?[\p{Sc}]?\s?\d[\d.,:/-]*(?:\s?[%\p{Sc}])?$/u

/**
 * Reads a file of values as a table. The first row is the header, unless it holds values as those below it do; what stands above
 * it is a text about the table.
 * @throws {UnreadableContentError} for a file that is no table
 */
export function readCsv(file: string): DocumentParts {
  const builder = new TextBuilder()
  const csv = file.replace(/^\uFEFF/, '')
  const named = NAMED.exec(csv)
  const rows = rowsOf(named ? csv.slice(named[0].length) : csv, named?.[1])
  const first = Math.max(0, rows.findIndex(isWithin(widthOf(rows))))
  for (const row of rows.slice(0, first)) {
    builder.block()
    builder.text(row.filter((cell) => cell.trim() !== '').join(' '))
  }
  builder.block()
  const table = rows.slice(first)
  writeTable(builder, table, hasHeader(table) ? 1 : 0)
  return builder.finish()
}

function rowsOf(csv: string, named: string | undefined): string[][] {
  const delimiter = named ?? delimiterOf(csv)
  const options = { delimiter, relaxColumnCount: true, skipEmptyLines: true } satisfies Options
  try {
    return parse(csv, { ...options, relaxQuotes: true })
  } catch {
    // A quotation mark that nothing closes is one of the text.
    return unquoted(csv, options)
  }
}

/** The rows of values with commas that stand within another text; those that are no such are left as they are written. */
export function readCsvRows(csv: string): string[][] {
  return rowsOf(csv.replace(/(?<=,)[^\S\n]+(?=")/g, ''), ',')
}

function unquoted(csv: string, options: Options): string[][] {
  try {
    const rows: string[][] = parse(csv, { ...options, quote: null })
    return rows.map((row) => row.map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')))
  } catch (error) {
    throw new UnreadableContentError('is no table of values', { cause: error })
  }
}

/** The sign that parts the first lines into as many cells each, and most of all; of several the first. */
function delimiterOf(csv: string): string {
  const lines = csv
    .slice(0, 20_000)
    .split(/\r?\n/, LOOKED_AT)
    .filter((line) => line.trim() !== '')
  const score = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const most = mostFrequent(counts.filter((count) => count > 0))
    return counts.filter((count) => count === most && most > 0).length * Math.min(most, 50)
  }
  return DELIMITERS.reduce((best, each) => (score(each) > score(best) ? each : best))
}

/** How many cells most rows have. */
const widthOf = (rows: readonly string[][]): number =>
  mostFrequent(rows.slice(0, LOOKED_AT).map(({ length }) => length))

/** Whether a row is one of a table so wide, and not a line of text above it. */
const isWithin = (width: number) => (row: readonly string[]) =>
  row.length >= width && row.filter((cell) => cell.trim() !== '').length * 2 > width

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0]
}

/** Whether the first row names columns: it holds no number above numbers. */
function hasHeader([first = [], ...others]: readonly string[][]): boolean {
  const rows = others.slice(0, LOOKED_AT)
  const isNumber = (cell = '') => NUMBER.test(cell.trim())
  const isOfNumbers = (column: number) => rows.length > 0 && rows.every((row) => isNumber(row[column]))
  return !first.some((cell, column) => isNumber(cell) && isOfNumbers(column))
}
