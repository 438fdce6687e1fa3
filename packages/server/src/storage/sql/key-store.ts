import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { ApiKey } from '#accounts/account.ts'
import type { KeyStore, Principal } from '#accounts/ports.ts'
import { LIVE_KEYS } from './migrations.ts'
import type { ApiKeyTable, Database, Executor } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

type FoundKey = Pick<ApiKeyTable, 'id' | 'account_id' | 'last_used_at' | 'hash'>

/** Keys in SQL. */
export function createKeyStore({ kysely, lookUp, hints }: Database): KeyStore {
  // The index leaves revoked keys out, so looking one up takes as long as looking up an unknown key.
  const live = hints.byIndex('api_key', LIVE_KEYS)
  const byHash = lookUp(
    sql<FoundKey>`select id, account_id, last_used_at, hash from ${live} where hash = ${''} and revoked_at is null`.compile(
      kysely,
    ),
  )
  return {
    insert: (key, hash, event) =>
      kysely.transaction().execute(async (trx) => {
        await insert(trx, key, hash)
        await recordEvent(trx, event)
      }),
    authenticate(hash) {
      const found = byHash([hash])
      return found instanceof Promise ? found.then((row) => toPrincipal(row, hash)) : toPrincipal(found, hash)
    },
    async find(id) {
      const row = await kysely.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toApiKey(row)
    },
    async list(accountId) {
      const rows = await kysely
        .selectFrom('api_key')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toApiKey)
    },
    revoke: (id, at, event) =>
      kysely.transaction().execute(async (trx) => {
        const revoked = await revoke(trx, id, at)
        if (revoked) await recordEvent(trx, event)
        return revoked
      }),
    replace: (id, at, successor, hash, event) =>
      kysely.transaction().execute(async (trx) => {
        const revoked = await revoke(trx, id, at)
        if (revoked) {
          await insert(trx, successor, hash)
          await recordEvent(trx, event)
        }
        return revoked
      }),
    async touch(id, at) {
      await kysely.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

async function insert(db: Executor, key: ApiKey, hash: string): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: key.id,
      account_id: key.accountId,
      name: key.name ?? null,
      hash,
      last4: key.last4,
      created_at: key.createdAt,
      last_used_at: null,
      revoked_at: null,
    })
    .execute()
}

async function revoke(db: Executor, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The index stops comparing at the first difference, so the key is compared once more in constant time. */
function toPrincipal(row: FoundKey | undefined, hash: string): Principal | undefined {
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
  return { accountId: row.account_id, keyId: row.id, keyLastUsedAt: row.last_used_at ?? undefined }
}

function toApiKey(row: ApiKeyTable): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name ?? undefined,
    last4: row.last4,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}
