import type { ApiKey } from '#accounts/account.ts'
import type { UsageTotal } from '#admission/history.ts'
import { csv } from '#kernel/csv.ts'
import { iso } from './chart.ts'

const COLUMNS = ['day', 'key_id', 'key_name', 'level', 'requests', 'credits']

/** Usage for a spreadsheet: a line for each day, key and level. */
export function usageCsv(totals: readonly UsageTotal[], keys: readonly ApiKey[]): string {
  const rows = totals.map(({ day, keyId, level, requests, credits }) => {
    const name = keys.find(({ id }) => id === keyId)?.name
    return [iso(day), keyId, name, level, requests, credits]
  })
  return csv(COLUMNS, rows)
}
