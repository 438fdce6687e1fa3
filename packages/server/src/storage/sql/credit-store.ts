import { apply, type Balances, renew, total } from '#accounts/credits.ts'
import type { CreditStore } from '#accounts/ports.ts'
import type { AccountRow } from './account-row.ts'
import type { Database, Executor } from './connection.ts'
import { appendEntries, lockAccount, noteLowBalance, readBalances, readLastPeriod } from './ledger.ts'
import { recordEvent } from './security-event-store.ts'

/** The part of the ledger in SQL that does not come from requests. */
export function createCreditStore(database: Database): CreditStore {
  const { kysely } = database
  return {
    balances: (accountId, now) =>
      kysely.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, database, accountId)
        return account && (await renewed(trx, account, now))
      }),
    changeOnce: (accountId, { idempotencyKey, bodyHash, entries }, now, event) =>
      kysely.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, database, accountId)
        if (!account) return undefined
        const named = { idempotency_key: idempotencyKey, account_id: accountId, body_hash: bodyHash, created_at: now }
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('named_grant')
          .values(named)
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) {
          const known = await trx
            .selectFrom('named_grant')
            .select(['account_id', 'body_hash'])
            .where('idempotency_key', '=', idempotencyKey)
            .executeTakeFirstOrThrow()
          return known.account_id === accountId && known.body_hash === bodyHash ? 'known' : 'other'
        }
        const balances = await renewed(trx, account, now)
        await appendEntries(trx, accountId, entries, now)
        const after = total(apply(balances, entries))
        await noteLowBalance(trx, account, { before: total(balances), after }, now)
        await recordEvent(trx, event)
        return 'done'
      }),
    change: (accountId, decide, now, event) =>
      kysely.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, database, accountId)
        const balances = account && (await renewed(trx, account, now))
        const entries = balances && decide(balances)
        if (!account || !entries) return undefined
        const after = apply(balances, entries)
        await appendEntries(trx, accountId, entries, now)
        await noteLowBalance(trx, account, { before: total(balances), after: total(after) }, now)
        await recordEvent(trx, event)
        return after
      }),
  }
}

/** The balances of a locked account, after a renewal that may be due. */
async function renewed(trx: Executor, { id, registered_at }: AccountRow, now: number): Promise<Balances> {
  const balances = await readBalances(trx, id)
  const due = renew(balances, registered_at, await readLastPeriod(trx, id), now)
  await appendEntries(trx, id, due, now)
  return apply(balances, due)
}
