import type { Passkey, PasskeyStore } from '#accounts/ways.ts'
import type { Database } from './connection.ts'
import { lockAccount } from './ledger.ts'
import type { PasskeyTable } from './schema.ts'
import { forgetSecondFactors } from './session-store.ts'

/** Stores passkeys in SQL. */
export function createPasskeyStore(database: Database): PasskeyStore {
  const { kysely } = database
  return {
    add: (passkey, most) =>
      kysely.transaction().execute(async (trx) => {
        await lockAccount(trx, database, passkey.accountId)
        const { count } = await trx
          .selectFrom('passkey')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('account_id', '=', passkey.accountId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return 'full'
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('passkey')
          .values(toRow(passkey))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n ? 'added' : 'known'
      }),
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
    remove: (accountId, id) =>
      kysely.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('passkey')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (numDeletedRows !== 1n) return false
        await forgetSecondFactors(trx, accountId)
        return true
      }),
  }
}

function toRow(passkey: Passkey): PasskeyTable {
  return {
    id: passkey.id,
    account_id: passkey.accountId,
    name: passkey.name,
    public_key: passkey.publicKey,
    counter: passkey.counter,
    transports: JSON.stringify(passkey.transports),
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt ?? null,
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
