import type { AccessStore, EntryLink, Session, Visitor } from '#accounts/access.ts'
import { ACCOUNT_COLUMNS, toAccount } from './account-row.ts'
import type { Database, EntryLinkTable, Executor, SessionTable } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

/** Stores passwords, sessions and links in SQL, all as hashes. */
export function createAccessStore({ kysely }: Database): AccessStore {
  return {
    async password(accountId) {
      const row = await kysely.selectFrom('account').select('password').where('id', '=', accountId).executeTakeFirst()
      return row?.password ?? undefined
    },
    async setPassword(accountId, password) {
      await kysely.updateTable('account').set({ password }).where('id', '=', accountId).execute()
    },
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
    async openSession(session) {
      await kysely
        .insertInto('session')
        .values({
          id: session.id,
          hash: session.hash,
          account_id: session.accountId,
          created_at: session.createdAt,
          last_used_at: session.lastUsedAt,
          expires_at: session.expiresAt,
          by_link: session.byLink ? 1 : 0,
          address: session.address ?? null,
          user_agent: session.userAgent ?? null,
        })
        .execute()
    },
    findSession: (hash, now) => findSession({ kysely }, hash, now),
    async useSession(hash, now, expiresAt) {
      const values = { last_used_at: now, expires_at: expiresAt }
      await kysely.updateTable('session').set(values).where('hash', '=', hash).execute()
    },
    async listSessions(accountId, now) {
      const rows = await kysely
        .selectFrom('session')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toSession)
    },
    async revokeSession(accountId, id) {
      const { numDeletedRows } = await kysely
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    async closeSession(hash) {
      await kysely.deleteFrom('session').where('hash', '=', hash).execute()
    },
    closeSessions: (accountId) => kysely.transaction().execute((trx) => closeAll(trx, accountId)),
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
    sweep: (now) =>
      kysely.transaction().execute(async (trx) => {
        await trx.deleteFrom('session').where('expires_at', '<=', now).execute()
        await trx.deleteFrom('entry_link').where('expires_at', '<=', now).execute()
      }),
  }
}

/** Closes all sessions and links of an account. */
export async function closeAll(trx: Executor, accountId: string): Promise<void> {
  await trx.deleteFrom('session').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('entry_link').where('account_id', '=', accountId).execute()
}

async function findSession(
  { kysely }: Pick<Database, 'kysely'>,
  hash: string,
  now: number,
): Promise<Visitor | undefined> {
  const row = await kysely
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(ACCOUNT_COLUMNS.map((column) => `account.${column}` as const))
    .select(['session.created_at', 'session.last_used_at', 'session.by_link', 'account.operator', 'account.password'])
    .where('session.hash', '=', hash)
    .where('session.expires_at', '>', now)
    .where('account.suspended_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      account: toAccount(row),
      operator: row.operator === 1,
      hasPassword: row.password !== null,
      byLink: row.by_link === 1,
      signedInAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }
  )
}

function toLink({ account_id, email }: Pick<EntryLinkTable, 'account_id' | 'email'>): EntryLink {
  return { accountId: account_id ?? undefined, email: email ?? undefined }
}

function toSession(row: SessionTable): Session {
  return {
    id: row.id,
    hash: row.hash,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    byLink: row.by_link === 1,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
  }
}
