import { parseXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** What the numbers of cells are, by the number of their style. */
export type NumberFormats = readonly ('number' | 'date' | 'time' | 'percent')[]

/** The formats that Excel has by itself (ECMA-376, 18.8.30). */
const DATES = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])
const TIMES = new Set([18, 19, 20, 21, 45, 46, 47])
const PERCENTS = new Set([9, 10])

/** Reads what the numbers of each style are: dates and shares are numbers, too. */
export async function readNumberFormats(zip: Zip): Promise<NumberFormats> {
  const own = new Map<number, string>()
  const formats: NumberFormats[number][] = []
  let isOfCells = false
  await parseXml(zip.text('xl/styles.xml'), {
    open({ name, get }) {
      if (name === 'numFmt') own.set(Number(get('numFmtId')), get('formatCode') ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) formats.push(formatOf(Number(get('numFmtId') ?? 0), own))
    },
    close({ name }) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

function formatOf(id: number, own: ReadonlyMap<number, string>): NumberFormats[number] {
  // What stands in quotation marks or brackets is written as it is, or says in what colour.
  const code = own.get(id)?.replace(/"[^"]{0,100}"|\[[^\]]{0,50}\]|\\./g, '')
  if (code === undefined)
    return DATES.has(id) ? 'date' : TIMES.has(id) ? 'time' : PERCENTS.has(id) ? 'percent' : 'number'
  if (/[yd]/i.test(code)) return 'date'
  if (/[hs]/i.test(code)) return 'time'
  return code.includes('%') ? 'percent' : 'number'
}

/** A cell as it is shown. */
export function cellValue(
  value: string,
  { type, style }: { type: string; style: number },
  { texts, formats, from1904 }: { texts: readonly string[]; formats: NumberFormats; from1904: boolean },
): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const format = formats[style] ?? 'number'
  if (format === 'date') return dayOf(number, from1904) ?? value
  if (format === 'time' && Math.abs(number) < LAST_DAY)
    return new Date(Math.round(number * DAY)).toISOString().slice(11, 16)
  // The last digits of a number are those of its machine.
  const plain = String(Number((format === 'percent' ? 100 * number : number).toPrecision(15)))
  return format === 'percent' ? `${plain} %` : plain
}

const DAY = 86_400_000
/** Days from the beginning of Excel's count to 1970. */
const TO_1970 = 25_569
const FROM_1904 = 1_462
/** The year 9999. */
const LAST_DAY = 2_958_465

function dayOf(number: number, from1904: boolean): string | undefined {
  if (number < 0 || number > LAST_DAY) return undefined
  const date = new Date(Math.round((number + (from1904 ? FROM_1904 : 0) - TO_1970) * DAY)).toISOString()
  return number % 1 === 0 ? date.slice(0, 10) : `${date.slice(0, 10)} ${date.slice(11, 16)}`
}
