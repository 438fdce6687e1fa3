import type { Selectable } from 'kysely'
import type { Account } from '#accounts/account.ts'
import type { AccountTable } from './schema.ts'

/** The columns of an account, without its password. */
export const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'tier',
  'registered_at',
  'suspended_at',
  'time_zone',
  'alert_below',
  'sign_in_epoch',
  'spending_limit',
] as const
export type AccountRow = Selectable<Pick<AccountTable, (typeof ACCOUNT_COLUMNS)[number]>>

/** Reads an account from its row. */
export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    tier: row.tier,
    registeredAt: row.registered_at,
    suspendedAt: row.suspended_at ?? undefined,
    timeZone: row.time_zone ?? undefined,
    alertBelow: row.alert_below ?? undefined,
    signInEpoch: row.sign_in_epoch,
    spendingLimit: row.spending_limit ?? undefined,
  }
}
