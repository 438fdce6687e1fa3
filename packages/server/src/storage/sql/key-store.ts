import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { type ApiKey, isKeyScope, type KeyScope, type KeySettings } from '#accounts/account.ts'
import type { KeyStore, Principal } from '#accounts/ports.ts'
import type { Database, Executor } from './connection.ts'
import { readBudget } from './key-budget.ts'
import { LIVE_KEYS } from './migrations.ts'
import type { ApiKeyTable } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

type FoundKey = Pick<ApiKeyTable, 'id' | 'account_id' | 'last_used_at' | 'hash' | 'expires_at' | 'scopes'> & {
  suspended_at: number | null
}

/** Stores keys in SQL. */
export function createKeyStore({ kysely, lookUp, hints }: Database): KeyStore {
  // The index leaves out revoked keys, so that looking one up takes as long as looking up an unknown key.
  const live = hints.byIndex('api_key', LIVE_KEYS)
  const byHash = lookUp(
    sql<FoundKey>`
      select api_key.id, account_id, last_used_at, hash, expires_at, suspended_at, scopes
      from ${live} join account on account.id = api_key.account_id
      where hash = ${''} and revoked_at is null`.compile(kysely),
  )
  return {
    insert: (key, hash, event) =>
      kysely.transaction().execute(async (trx) => {
        await insert(trx, key, hash)
        await recordEvent(trx, event)
      }),
    authenticate(hash, now) {
      const found = byHash([hash])
      const read = (row: FoundKey | undefined) => toPrincipal(row, hash, now)
      return found instanceof Promise ? found.then(read) : read(found)
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
    replace: (id, { at, until }, { successor, hash }, event) =>
      kysely.transaction().execute(async (trx) => {
        const ended = until === undefined ? await revoke(trx, id, at) : await expire(trx, id, until)
        if (ended) {
          await insert(trx, successor, hash, await firstOfLine(trx, id))
          await recordEvent(trx, event)
        }
        return ended
      }),
    revokeAll: (accountId, at, event) =>
      kysely.transaction().execute(async (trx) => {
        const revoked = await revokeAll(trx, accountId, at)
        await recordEvent(trx, event && { ...event, detail: { ...event.detail, keys: revoked } })
        return revoked
      }),
    change: (id, settings, event) =>
      kysely.transaction().execute(async (trx) => {
        const changed = await change(trx, id, settings)
        if (changed) await recordEvent(trx, event)
        return changed
      }),
    budget: (id, since) => readBudget(kysely, id, since),
    async touch(id, at) {
      await kysely.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

async function insert(db: Executor, key: ApiKey, hash: string, firstOfLine: string | null = null): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: key.id,
      account_id: key.accountId,
      ...columnsOf(key),
      hash,
      last4: key.last4,
      created_at: key.createdAt,
      last_used_at: null,
      revoked_at: null,
      first_of_line: firstOfLine,
    })
    .execute()
}

function columnsOf({ name, expiresAt, monthlyBudget, scopes }: KeySettings) {
  return {
    name: name ?? null,
    expires_at: expiresAt ?? null,
    monthly_budget: monthlyBudget ?? null,
    scopes: scopes ? JSON.stringify(scopes) : null,
  }
}

async function firstOfLine(db: Executor, id: string): Promise<string> {
  const row = await db.selectFrom('api_key').select('first_of_line').where('id', '=', id).executeTakeFirst()
  return row?.first_of_line ?? id
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

async function revokeAll(db: Executor, accountId: string, at: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function change(db: Executor, id: string, settings: KeySettings): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set(columnsOf(settings))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets when a key expires, unless it expires earlier by itself. */
async function expire(db: Executor, id: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set(({ eb, ref }) => ({
      expires_at: eb.case().when('expires_at', '<', until).then(ref('expires_at')).else(until).end(),
    }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The index stops comparing at the first difference, so the hashes are compared once more in constant time. */
function toPrincipal(row: FoundKey | undefined, hash: string, now: number): Principal | undefined {
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
  if (row.suspended_at !== null || (row.expires_at !== null && row.expires_at <= now)) return undefined
  return {
    accountId: row.account_id,
    keyId: row.id,
    keyLastUsedAt: row.last_used_at ?? undefined,
    ...(row.scopes !== null && { scopes: toScopes(row.scopes) }),
  }
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
    expiresAt: row.expires_at ?? undefined,
    monthlyBudget: row.monthly_budget ?? undefined,
    ...(row.scopes !== null && { scopes: toScopes(row.scopes) }),
  }
}

function toScopes(json: string): KeyScope[] {
  return (JSON.parse(json) as string[]).filter(isKeyScope)
}
