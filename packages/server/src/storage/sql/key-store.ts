import type { ApiKey } from '#accounts/account.ts'
import type { KeyStore } from '#accounts/ports.ts'
import type { ApiKeyTable, Database, Executor } from './schema.ts'

type FoundKey = Pick<ApiKeyTable, 'id' | 'account_id' | 'last_used_at' | 'revoked_at'>

/** Keys in SQL. */
export function createKeyStore({ kysely }: Database): KeyStore {
  // Every request asks this: building it anew each time costs five times what the look-up costs.
  const byHash = kysely
    .selectFrom('api_key')
    .select(['id', 'account_id', 'last_used_at', 'revoked_at'])
    .where('hash', '=', '')
    .compile()
  return {
    insert: (key, hash) => insert(kysely, key, hash),
    async authenticate(hash) {
      const {
        rows: [row],
      } = await kysely.executeQuery<FoundKey>({ ...byHash, parameters: [hash] })
      if (!row || row.revoked_at !== null) return undefined
      return { accountId: row.account_id, keyId: row.id, keyLastUsedAt: row.last_used_at ?? undefined }
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
    revoke: (id, at) => revoke(kysely, id, at),
    replace: (id, at, successor, hash) =>
      kysely.transaction().execute(async (trx) => {
        const revoked = await revoke(trx, id, at)
        if (revoked) await insert(trx, successor, hash)
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
