import type { Account } from '#accounts/account.ts'
import type { AccountTable } from './schema.ts'

/** An account as its row tells of it. */
export function toAccount(row: AccountTable): Account {
  return {
    id: row.id,
    email: row.email,
    tier: row.tier,
    registeredAt: row.registered_at,
    suspendedAt: row.suspended_at ?? undefined,
    timeZone: row.time_zone ?? undefined,
    alertBelow: row.alert_below ?? undefined,
  }
}
