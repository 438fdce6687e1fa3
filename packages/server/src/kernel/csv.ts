/** A spreadsheet takes text that begins so for a formula; an apostrophe makes it text again. */
const FORMULA = /^[=+\-@\t\r]/

/** Lines as RFC 4180 has them, the names of the columns first. */
export function csv(columns: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | undefined): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
