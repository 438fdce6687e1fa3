import type { AccountStore } from '#accounts/ports.ts'
import { ACCOUNT_COLUMNS, toAccount } from './account-row.ts'
import type { Database } from './connection.ts'

/** How many accounts are mailed at a time. */
const ALERTS_AT_ONCE = 100

/** Keeps in SQL which accounts are to be told that their credits are low. */
export function createAlertStore({ kysely }: Pick<Database, 'kysely'>): Pick<AccountStore, 'dueAlerts' | 'alertTold'> {
  return {
    async dueAlerts() {
      const rows = await kysely
        .selectFrom('account')
        .select([...ACCOUNT_COLUMNS, 'alert_due'])
        .where('alert_due', 'is not', null)
        .orderBy('alert_due')
        .limit(ALERTS_AT_ONCE)
        .execute()
      return rows.map((row) => ({ account: toAccount(row), due: row.alert_due ?? 0 }))
    },
    async alertTold(id, due) {
      await kysely
        .updateTable('account')
        .set({ alert_due: null })
        .where('id', '=', id)
        .where('alert_due', '=', due)
        .execute()
    },
  }
}
