/** Four digits that are a year: of the second millennium, or of this century. */
export const YEAR = '(?:1\\d{3}|20\\d{2})'
const IS_YEAR = new RegExp(`^${YEAR}$`)

/** Whether a number without a unit is a year. */
export function isYear(value: number): boolean {
  return IS_YEAR.test(String(value))
}
