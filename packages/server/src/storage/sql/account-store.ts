import type { Account } from '#accounts/account.ts'
import type { AccountStore } from '#accounts/ports.ts'
import type { AccountTable, Database } from './schema.ts'

/** Accounts in SQL. */
export function createAccountStore({ kysely }: Database): AccountStore {
  return {
    async create({ id, email, tier, registeredAt }) {
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('account')
        .values({ id, email, tier, registered_at: registeredAt })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async find(idOrEmail) {
      const row = await kysely
        .selectFrom('account')
        .selectAll()
        .where((row) => row.or([row('id', '=', idOrEmail), row('email', '=', idOrEmail)]))
        .executeTakeFirst()
      return row && toAccount(row)
    },
    async list() {
      const rows = await kysely.selectFrom('account').selectAll().orderBy('registered_at').orderBy('id').execute()
      return rows.map(toAccount)
    },
    async any() {
      return (await kysely.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
    },
    async setTier(id, tier) {
      const { numUpdatedRows } = await kysely
        .updateTable('account')
        .set({ tier })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

function toAccount({ id, email, tier, registered_at }: AccountTable): Account {
  return { id, email, tier, registeredAt: registered_at }
}
