import type { ApiKey } from '#accounts/account.ts'
import type { UsageTotal } from '#admission/history.ts'
import { iso } from './chart.ts'

/** Usage as RFC 4180 has it: a line for each day, key and level. */
export function usageCsv(totals: readonly UsageTotal[], keys: readonly ApiKey[]): string {
  const lines = totals.map(({ day, keyId, level, requests, credits }) => {
    const name = keys.find(({ id }) => id === keyId)?.name
    return [iso(day), keyId ?? '', name ?? '', level, requests, credits].map(cell).join(',')
  })
  return [['day', 'key_id', 'key_name', 'level', 'requests', 'credits'].join(','), ...lines, ''].join('\r\n')
}

/** A spreadsheet takes text that begins so for a formula; an apostrophe makes it text again. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
