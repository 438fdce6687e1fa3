import type { Account } from '#accounts/account.ts'
import type { AccountStore } from '#accounts/ports.ts'
import type { AccountTable, Database } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

/** An account without what opens it. */
export const ACCOUNT_COLUMNS = ['id', 'email', 'tier', 'registered_at'] as const
export type AccountRow = Pick<AccountTable, (typeof ACCOUNT_COLUMNS)[number]>

/** Accounts in SQL. */
export function createAccountStore({ kysely }: Database): AccountStore {
  return {
    create: ({ id, email, tier, registeredAt }, event) =>
      kysely.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('account')
          .values({ id, email, tier, registered_at: registeredAt })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst()
        const created = numInsertedOrUpdatedRows === 1n
        if (created) await recordEvent(trx, event)
        return created
      }),
    async find(idOrEmail) {
      const row = await kysely
        .selectFrom('account')
        .select(ACCOUNT_COLUMNS)
        .where((row) => row.or([row('id', '=', idOrEmail), row('email', '=', idOrEmail)]))
        .executeTakeFirst()
      return row && toAccount(row)
    },
    async list() {
      const rows = await kysely
        .selectFrom('account')
        .select(ACCOUNT_COLUMNS)
        .orderBy('registered_at')
        .orderBy('id')
        .execute()
      return rows.map(toAccount)
    },
    async any() {
      return (await kysely.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
    },
    setTier: (id, tier, event) =>
      kysely.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('account')
          .set({ tier })
          .where('id', '=', id)
          .executeTakeFirst()
        const set = numUpdatedRows === 1n
        if (set) await recordEvent(trx, event)
        return set
      }),
  }
}

function toAccount({ id, email, tier, registered_at }: AccountRow): Account {
  return { id, email, tier, registeredAt: registered_at }
}
