import type { SecurityEvent } from '#accounts/security-event.ts'
import type { Database, Executor } from './connection.ts'
import { lockAccount } from './ledger.ts'
import type { Migration } from './migration.ts'
import type { Tables } from './schema.ts'
import { recordEvent } from './security-event-store.ts'
import { closeAll } from './session-store.ts'
import { removeWebhooks } from './webhook-messages.ts'

/** Which accounts were deleted, and whether some of their data is still to be erased. */
export const deletedAccounts: Migration = {
  version: 16,
  name: 'deleted accounts',
  async up(db) {
    await db.schema.alterTable('account').addColumn('deleted_at', 'bigint').execute()
    await db.schema.alterTable('account').addColumn('to_erase', 'integer').execute()
    await db.schema.createIndex('account_to_erase').on('account').column('to_erase').execute()
  },
}

/** How many requests are erased in one transaction, which limits how long others wait for the database. */
const ERASED_AT_ONCE = 200

/** The tables with rows of an account, except its requests and its ledger. */
const OF_ACCOUNT = [
  'session',
  'entry_link',
  'api_key',
  'totp',
  'backup_code',
  'passkey',
  'identity',
  'challenge',
] as const satisfies readonly (keyof Tables)[]

/** The values that remain of a deleted account, so that its id still exists for the ledger. */
const NOBODY = {
  password: null,
  operator: 0,
  tier: 'free',
  time_zone: null,
  alert_below: null,
  alert_due: null,
  spending_limit: null,
} as const

/**
 * Closes an account in one transaction: nobody can sign in any more, and its address is free. False if it is already
 * gone.
 */
export async function closeAccount(database: Database, id: string, at: number, event: SecurityEvent): Promise<boolean> {
  return await database.kysely.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, database, id)
    if (!account) return false
    const { numUpdatedRows } = await trx
      .updateTable('account')
      // No address has this form, so nobody can sign up with it.
      .set({ ...NOBODY, email: `deleted ${id}`, suspended_at: at, deleted_at: at, to_erase: 1 })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await closeAll(trx, id)
    await removeWebhooks(trx, id)
    await trx.deleteFrom('entry_link').where('email', '=', account.email).execute()
    await trx.updateTable('api_key').set({ revoked_at: at }).where('account_id', '=', id).execute()
    await trx.deleteFrom('security_event').where('account_id', '=', id).execute()
    const invitation = JSON.stringify({ email: account.email })
    await trx.deleteFrom('security_event').where('kind', '=', 'invited').where('detail', '=', invitation).execute()
    await trx
      .updateTable('security_event')
      .set({ address: null, user_agent: null })
      .where('actor_id', '=', id)
      .execute()
    await recordEvent(trx, { ...event, address: undefined, userAgent: undefined })
    return true
  })
}

/** Erases some of what a deleted account left. True if there is more. None of its requests may be running. */
export async function eraseSome({ kysely }: Database, accountId: string): Promise<boolean> {
  return await kysely.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('request')
      .select('id')
      .where('account_id', '=', accountId)
      .where('ended_at', 'is not', null)
      .limit(ERASED_AT_ONCE)
      .execute()
    if (rows.length > 0)
      await eraseRequests(
        trx,
        rows.map(({ id }) => id),
      )
    if (rows.length === ERASED_AT_ONCE) return true
    const running = await trx.selectFrom('request').select('id').where('account_id', '=', accountId).executeTakeFirst()
    // Running requests are erased after they have ended.
    if (running) return false
    for (const table of OF_ACCOUNT) await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
    await trx.updateTable('ledger').set({ note: null }).where('account_id', '=', accountId).execute()
    await trx.updateTable('account').set({ to_erase: null }).where('id', '=', accountId).execute()
    return false
  })
}

/** Erases requests. Their ledger entries stay, but no longer name them. */
async function eraseRequests(trx: Executor, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('event_chunk').where('request_id', 'in', ids).execute()
  await trx.deleteFrom('request_end').where('request_id', 'in', ids).execute()
  await trx.updateTable('ledger').set({ request_id: null }).where('request_id', 'in', ids).execute()
  await trx.deleteFrom('request').where('id', 'in', ids).execute()
}
