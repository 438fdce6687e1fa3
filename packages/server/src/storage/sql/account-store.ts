import type { AccountStore } from '#accounts/ports.ts'
import type { SecurityEvent } from '#accounts/security-event.ts'
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './account-row.ts'
import { searchAccounts } from './account-search.ts'
import { createAlertStore } from './alert-store.ts'
import type { Database, Executor } from './connection.ts'
import { closeAccount, eraseSome } from './erasure.ts'
import { recordEvent } from './security-event-store.ts'
import { closeAll } from './session-store.ts'

/** Stores accounts in SQL. */
export function createAccountStore(database: Database): AccountStore {
  const { kysely } = database
  return {
    ...createAlertStore(database),
    create: ({ id, email, tier, registeredAt }, event) =>
      kysely.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('account')
          .values({ id, email, tier, registered_at: registeredAt })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst()
        const created = numInsertedOrUpdatedRows === 1n
        if (created) await recordEvent(trx, event)
        return created
      }),
    async find(idOrEmail) {
      const row = await kysely
        .selectFrom('account')
        .select(ACCOUNT_COLUMNS)
        .where((row) => row.or([row('id', '=', idOrEmail), row('email', '=', idOrEmail)]))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row && toAccount(row)
    },
    async list() {
      const rows = await kysely
        .selectFrom('account')
        .select(ACCOUNT_COLUMNS)
        .where('deleted_at', 'is', null)
        .orderBy('registered_at')
        .orderBy('id')
        .execute()
      return rows.map(toAccount)
    },
    async emails(ids) {
      if (ids.length === 0) return new Map()
      const rows = await kysely.selectFrom('account').select(['id', 'email']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, email }) => [id, email]))
    },
    search: (query, now) => searchAccounts(kysely, query, now),
    async any() {
      return (await kysely.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
    },
    suspend: (id, at, event) => kysely.transaction().execute((trx) => suspend(trx, id, at, event)),
    changeEmail: (id, email, event) =>
      kysely.transaction().execute(async (trx) => {
        const taken = await trx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
        if (taken) return false
        await trx.updateTable('account').set({ email }).where('id', '=', id).execute()
        await trx.deleteFrom('entry_link').where('account_id', '=', id).execute()
        await recordEvent(trx, event)
        return true
      }),
    close: (id, at, event) => closeAccount(database, id, at, event),
    eraseSome: (id) => eraseSome(database, id),
    async toErase() {
      const rows = await kysely.selectFrom('account').select('id').where('to_erase', '=', 1).execute()
      return rows.map(({ id }) => id)
    },
    async setPreferences(id, { timeZone, alertBelow }) {
      await kysely
        .updateTable('account')
        .set({ time_zone: timeZone ?? null, alert_below: alertBelow ?? null })
        .where('id', '=', id)
        .execute()
    },
    setSpendingLimit: (id, credits, event) =>
      kysely.transaction().execute((trx) => change(trx, id, { spending_limit: credits ?? null }, event)),
    setTier: (id, tier, event) => kysely.transaction().execute((trx) => change(trx, id, { tier }, event)),
  }
}

/** Changes columns of an account; false if there is no such account. */
async function change(
  trx: Executor,
  id: string,
  columns: Partial<Pick<AccountRow, 'tier' | 'spending_limit'>>,
  event: SecurityEvent | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('account').set(columns).where('id', '=', id).executeTakeFirst()
  const changed = numUpdatedRows === 1n
  if (changed) await recordEvent(trx, event)
  return changed
}

/** Suspends an account from a time on, or reinstates it; tells whether that changed anything. */
async function suspend(
  trx: Executor,
  id: string,
  at: number | undefined,
  event: SecurityEvent | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ suspended_at: at ?? null })
    .where('id', '=', id)
    .where('suspended_at', at === undefined ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  if (at !== undefined) await closeAll(trx, id)
  await recordEvent(trx, event)
  return true
}
