import type { Passkey, PasskeyStore } from '#accounts/ways.ts'
import type { Database, PasskeyTable } from './schema.ts'

/** Stores passkeys in SQL. */
export function createPasskeyStore({ kysely }: Database): PasskeyStore {
  return {
    async add({ id, accountId, name, publicKey, counter, transports, createdAt }) {
      const { numInsertedOrUpdatedRows } = await kysely
        .insertInto('passkey')
        .values({
          id,
          account_id: accountId,
          name,
          public_key: publicKey,
          counter,
          transports: JSON.stringify(transports),
          created_at: createdAt,
          last_used_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    async find(id) {
      const row = await kysely.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toPasskey(row)
    },
    async list(accountId) {
      const rows = await kysely
        .selectFrom('passkey')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toPasskey)
    },
    async used(id, counter, last_used_at) {
      await kysely.updateTable('passkey').set({ counter, last_used_at }).where('id', '=', id).execute()
    },
    async rename(accountId, id, name) {
      const { numUpdatedRows } = await kysely
        .updateTable('passkey')
        .set({ name })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async remove(accountId, id) {
      const { numDeletedRows } = await kysely
        .deleteFrom('passkey')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
  }
}

function toPasskey(row: PasskeyTable): Passkey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  }
}
