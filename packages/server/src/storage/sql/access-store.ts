import type { AccessStore } from '#accounts/access.ts'
import type { Database } from './connection.ts'
import { createEntryLinkStore } from './entry-link-store.ts'
import { recordEvent } from './security-event-store.ts'
import { closeAll, createSessionStore } from './session-store.ts'

/** Stores passwords, sessions and links in SQL, all as hashes. */
export function createAccessStore({ kysely }: Database): AccessStore {
  return {
    ...createSessionStore({ kysely }),
    ...createEntryLinkStore({ kysely }),
    async password(accountId) {
      const row = await kysely.selectFrom('account').select('password').where('id', '=', accountId).executeTakeFirst()
      return row?.password ?? undefined
    },
    async setPassword(accountId, password) {
      await kysely.updateTable('account').set({ password }).where('id', '=', accountId).execute()
    },
    replacePassword: (accountId, password) =>
      kysely.transaction().execute(async (trx) => {
        await closeAll(trx, accountId)
        await trx.updateTable('account').set({ password }).where('id', '=', accountId).execute()
      }),
    setOperator: (accountId, operator, event) =>
      kysely.transaction().execute(async (trx) => {
        await trx
          .updateTable('account')
          .set({ operator: operator ? 1 : 0 })
          .where('id', '=', accountId)
          .execute()
        await recordEvent(trx, event)
      }),
    async operators() {
      const rows = await kysely.selectFrom('account').select('id').where('operator', '=', 1).execute()
      return rows.map(({ id }) => id)
    },
    sweep: (now) =>
      kysely.transaction().execute(async (trx) => {
        await trx.deleteFrom('session').where('expires_at', '<=', now).execute()
        await trx.deleteFrom('entry_link').where('expires_at', '<=', now).execute()
      }),
  }
}
