import type { AccessStore, EntryLink } from '#accounts/access.ts'
import type { Database } from './connection.ts'
import type { EntryLinkTable } from './schema.ts'
import { recordEvent } from './security-event-store.ts'
import { closeAll } from './session-store.ts'

/** Stores links that sign in, or open an account, in SQL, by their hashes. */
export function createEntryLinkStore({
  kysely,
}: Pick<Database, 'kysely'>): Pick<AccessStore, 'addLink' | 'findLink' | 'takeLink'> {
  return {
    addLink: (hash, { accountId, email }, expiresAt, event) =>
      kysely.transaction().execute(async (trx) => {
        await trx
          .insertInto('entry_link')
          .values({ hash, account_id: accountId ?? null, email: email ?? null, expires_at: expiresAt })
          .execute()
        await recordEvent(trx, event)
      }),
    async findLink(hash, now) {
      const row = await kysely
        .selectFrom('entry_link')
        .select(['account_id', 'email'])
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toLink(row)
    },
    takeLink: (hash, now) =>
      kysely.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('entry_link')
          .where('hash', '=', hash)
          .where('expires_at', '>', now)
          .returning(['account_id', 'email'])
          .executeTakeFirst()
        if (!row) return undefined
        if (row.email !== null) await trx.deleteFrom('entry_link').where('email', '=', row.email).execute()
        else if (row.account_id === null) {
          await trx.deleteFrom('entry_link').where('account_id', 'is', null).where('email', 'is', null).execute()
        } else {
          await closeAll(trx, row.account_id)
          await trx.updateTable('account').set({ password: null }).where('id', '=', row.account_id).execute()
          await trx.deleteFrom('passkey').where('account_id', '=', row.account_id).execute()
          await trx.deleteFrom('identity').where('account_id', '=', row.account_id).execute()
        }
        return toLink(row)
      }),
  }
}

function toLink({ account_id, email }: Pick<EntryLinkTable, 'account_id' | 'email'>): EntryLink {
  return { accountId: account_id ?? undefined, email: email ?? undefined }
}
