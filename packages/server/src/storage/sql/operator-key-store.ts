import { timingSafeEqual } from 'node:crypto'
import { isOperatorScope, type OperatorKey, type OperatorKeyStore } from '#accounts/operator-key.ts'
import type { Database } from './connection.ts'
import type { OperatorKeyTable } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

/** Stores the keys of the operator's API in SQL. */
export function createOperatorKeyStore({ kysely }: Database): OperatorKeyStore {
  return {
    insert: (key, hash, event) =>
      kysely.transaction().execute(async (trx) => {
        const { id, name, last4, scopes, createdBy, createdAt, expiresAt } = key
        const times = { created_at: createdAt, expires_at: expiresAt, last_used_at: null, revoked_at: null }
        const values = { id, name, hash, last4, scopes: JSON.stringify(scopes), created_by: createdBy, ...times }
        await trx.insertInto('operator_key').values(values).execute()
        await recordEvent(trx, event)
      }),
    async authenticate(hash, now) {
      const row = await kysely
        .selectFrom('operator_key')
        .innerJoin('account', 'account.id', 'operator_key.created_by')
        .selectAll('operator_key')
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .where('operator_key.expires_at', '>', now)
        .where('account.operator', '=', 1)
        .where('account.suspended_at', 'is', null)
        .executeTakeFirst()
      // The index stops comparing at the first difference, so the hashes are compared once more in constant time.
      return row && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)) ? toKey(row) : undefined
    },
    async list() {
      const rows = await kysely
        .selectFrom('operator_key')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toKey)
    },
    revoke: (id, at, event) =>
      kysely.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('operator_key')
          .set({ revoked_at: at })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) await recordEvent(trx, event)
        return numUpdatedRows === 1n
      }),
    async touch(id, at) {
      await kysely.updateTable('operator_key').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

function toKey(row: OperatorKeyTable): OperatorKey {
  return {
    id: row.id,
    name: row.name,
    last4: row.last4,
    scopes: (JSON.parse(row.scopes) as string[]).filter(isOperatorScope),
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}
