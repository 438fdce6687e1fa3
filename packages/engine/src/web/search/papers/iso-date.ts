const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date of ISO 8601 from year, month and day, as far as they are known; '' without a year. */
export function isoDate([year, month, day]: readonly (number | null | undefined)[]): string {
  if (!isBetween(year, 1, 9999)) return ''
  const parts = [String(year).padStart(4, '0')]
  if (isBetween(month, 1, 12)) parts.push(String(month).padStart(2, '0'))
  if (parts.length > 1 && isBetween(day, 1, 31)) parts.push(String(day).padStart(2, '0'))
  return parts.join('-')
}

/** The number of a month that is given as one, or by its English name. */
export function monthOf(text: string): number {
  return Number(text) || MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

function isBetween(value: number | null | undefined, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
