import type { Selectable } from 'kysely'
import type { AccessStore, Session, Visitor } from '#accounts/access.ts'
import { ACCOUNT_COLUMNS, toAccount } from './account-row.ts'
import type { Database, Executor } from './connection.ts'
import type { SessionTable } from './schema.ts'

type SessionStore = Pick<
  AccessStore,
  | 'openSession'
  | 'addSecondFactor'
  | 'findSession'
  | 'useSession'
  | 'listSessions'
  | 'revokeSession'
  | 'closeSession'
  | 'closeSessions'
>

/** Stores sessions in SQL, by their hashes. */
export function createSessionStore({ kysely }: Pick<Database, 'kysely'>): SessionStore {
  return {
    openSession: (session, epoch) =>
      kysely.transaction().execute(async (trx) => {
        // Changes nothing, but locks the row: opening this session and closing all sessions then come one after the
        // other.
        const { numUpdatedRows } = await trx
          .updateTable('account')
          .set({ sign_in_epoch: epoch })
          .where('id', '=', session.accountId)
          .where('sign_in_epoch', '=', epoch)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) return false
        await insertSession(trx, session)
        return true
      }),
    async addSecondFactor(hash) {
      await kysely.updateTable('session').set({ second_factor: 1 }).where('hash', '=', hash).execute()
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
  }
}

/** Closes all sessions and links of an account, and ends the sign-ins to it that have begun. */
export async function closeAll(trx: Executor, accountId: string): Promise<void> {
  await trx
    .updateTable('account')
    .set(({ eb }) => ({ sign_in_epoch: eb('sign_in_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  await trx.deleteFrom('session').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('entry_link').where('account_id', '=', accountId).execute()
}

/** From here on no open session of an account counts as opened with a second factor, since one was removed. */
export async function forgetSecondFactors(trx: Executor, accountId: string): Promise<void> {
  await trx.updateTable('session').set({ second_factor: 0 }).where('account_id', '=', accountId).execute()
}

async function insertSession(trx: Executor, session: Session): Promise<void> {
  await trx
    .insertInto('session')
    .values({
      id: session.id,
      hash: session.hash,
      account_id: session.accountId,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
      by_link: session.byLink ? 1 : 0,
      second_factor: session.secondFactor ? 1 : 0,
      address: session.address ?? null,
      user_agent: session.userAgent ?? null,
    })
    .execute()
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
    .select(['session.created_at', 'session.last_used_at', 'session.by_link', 'session.second_factor'])
    .select(['account.operator', 'account.password'])
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
      secondFactor: row.second_factor === 1,
      signedInAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }
  )
}

function toSession(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    hash: row.hash,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    byLink: row.by_link === 1,
    secondFactor: row.second_factor === 1,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
  }
}
