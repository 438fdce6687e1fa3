import type { TwoFactorStore } from '#accounts/ways.ts'
import type { Database, Executor } from './connection.ts'
import { recordEvent } from './security-event-store.ts'
import { forgetSecondFactors } from './session-store.ts'

/** Stores second factors in SQL. */
export function createTwoFactorStore({ kysely }: Database): TwoFactorStore {
  return {
    async find(accountId) {
      const row = await kysely
        .selectFrom('totp')
        .select(({ selectFrom, fn }) => [
          'secret',
          'confirmed_at',
          selectFrom('backup_code')
            .select(fn.countAll().as('count'))
            .where('account_id', '=', accountId)
            .as('backup_codes'),
        ])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return (
        row && {
          secret: row.secret,
          confirmedAt: row.confirmed_at ?? undefined,
          backupCodes: Number(row.backup_codes),
        }
      )
    },
    async begin(accountId, secret) {
      await kysely
        .insertInto('totp')
        .values({ account_id: accountId, secret, confirmed_at: null, last_step: 0 })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet({ secret }).where('totp.confirmed_at', 'is', null),
        )
        .execute()
    },
    confirm: (accountId, step, hashes, now) =>
      kysely.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('totp')
          .set({ confirmed_at: now, last_step: step })
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await putCodes(trx, accountId, hashes)
        return true
      }),
    async useStep(accountId, step) {
      const { numUpdatedRows } = await kysely
        .updateTable('totp')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('confirmed_at', 'is not', null)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async useBackupCode(accountId, hash) {
      const { numDeletedRows } = await kysely
        .deleteFrom('backup_code')
        .where('account_id', '=', accountId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    replaceBackupCodes: (accountId, hashes) => kysely.transaction().execute((trx) => putCodes(trx, accountId, hashes)),
    remove: (accountId, event) =>
      kysely.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('totp')
          .where('account_id', '=', accountId)
          .where('confirmed_at', 'is not', null)
          .executeTakeFirst()
        await trx.deleteFrom('backup_code').where('account_id', '=', accountId).execute()
        if (numDeletedRows !== 1n) return false
        await forgetSecondFactors(trx, accountId)
        await recordEvent(trx, event)
        return true
      }),
  }
}

async function putCodes(trx: Executor, account_id: string, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('backup_code').where('account_id', '=', account_id).execute()
  await trx
    .insertInto('backup_code')
    .values(hashes.map((hash) => ({ account_id, hash })))
    .execute()
}
