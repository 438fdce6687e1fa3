/** Four digits that are a year: of the second millennium, or of this century. */
export const YEAR = '(?:1\\d{3}|20\\d{2})'
const IS_YEAR = new RegExp(`^${YEAR}$`)

/** Whether a number without a unit is a year. */
export function isYear(value: number): boolean {
  return IS_YEAR.test(String(value))
}

const YEARS = new RegExp(`(?<!\\d)${YEAR}(?!\\d)`, 'g')

/** The year that a number or a date is about; nothing where a text holds none or several. */
export function yearOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 1 && value <= 9999 ? value : undefined
  if (typeof value !== 'string') return undefined
  const iso = /^\s*(\d{4})(?:\s*$|[-/.]\d{1,2}(?!\d)|[01]\d[0-3]\d\s*$)/.exec(value)?.[1]
  const years = iso === undefined ? (value.match(YEARS) ?? []) : [iso]
  const year = Number(years[0])
  return new Set(years).size === 1 && year >= 1 ? year : undefined
}
