import type { AccessStore, Visitor } from '#accounts/access.ts'
import type { Database } from './schema.ts'

/** Passwords, sessions and links in SQL, all as hashes. */
export function createAccessStore({ kysely }: Database): AccessStore {
  const put = async (account_id: string, values: { password: string } | { operator: 0 | 1 }) => {
    await kysely
      .insertInto('access')
      .values({ account_id, password: null, operator: 0, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
  }
  return {
    async password(accountId) {
      const row = await kysely
        .selectFrom('access')
        .select('password')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row?.password ?? undefined
    },
    setPassword: (accountId, password) => put(accountId, { password }),
    setOperator: (accountId, operator) => put(accountId, { operator: operator ? 1 : 0 }),
    async operators() {
      const rows = await kysely.selectFrom('access').select('account_id').where('operator', '=', 1).execute()
      return rows.map(({ account_id }) => account_id)
    },
    async openSession({ hash, accountId, createdAt, expiresAt, byLink }) {
      await kysely
        .insertInto('session')
        .values({
          hash,
          account_id: accountId,
          created_at: createdAt,
          expires_at: expiresAt,
          by_link: byLink ? 1 : 0,
        })
        .execute()
    },
    findSession: (hash, now) => findSession({ kysely }, hash, now),
    async extendSession(hash, expiresAt) {
      await kysely.updateTable('session').set({ expires_at: expiresAt }).where('hash', '=', hash).execute()
    },
    async closeSession(hash) {
      await kysely.deleteFrom('session').where('hash', '=', hash).execute()
    },
    closeSessions: (accountId) =>
      kysely.transaction().execute(async (trx) => {
        await trx.deleteFrom('session').where('account_id', '=', accountId).execute()
        await trx.deleteFrom('entry_link').where('account_id', '=', accountId).execute()
      }),
    async addLink(hash, accountId, expiresAt) {
      await kysely
        .insertInto('entry_link')
        .values({ hash, account_id: accountId ?? null, expires_at: expiresAt })
        .execute()
    },
    async takeLink(hash, now) {
      const row = await kysely
        .deleteFrom('entry_link')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .returning('account_id')
        .executeTakeFirst()
      return row && { accountId: row.account_id ?? undefined }
    },
    sweep: (now) =>
      kysely.transaction().execute(async (trx) => {
        await trx.deleteFrom('session').where('expires_at', '<=', now).execute()
        await trx.deleteFrom('entry_link').where('expires_at', '<=', now).execute()
      }),
  }
}

async function findSession(
  { kysely }: Pick<Database, 'kysely'>,
  hash: string,
  now: number,
): Promise<Visitor | undefined> {
  const row = await kysely
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('access', 'access.account_id', 'account.id')
    .select(['account.id', 'account.email', 'account.tier', 'account.registered_at'])
    .select(['session.expires_at', 'session.by_link', 'access.operator', 'access.password'])
    .where('session.hash', '=', hash)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      account: { id: row.id, email: row.email, tier: row.tier, registeredAt: row.registered_at },
      operator: row.operator === 1,
      hasPassword: row.password !== null,
      byLink: row.by_link === 1,
      expiresAt: row.expires_at,
    }
  )
}
