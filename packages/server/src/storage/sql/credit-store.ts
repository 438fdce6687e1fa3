import { apply, renew } from '#accounts/credits.ts'
import type { CreditStore } from '#accounts/ports.ts'
import { appendEntries, lockAccount, readBalances, readLastPeriod } from './ledger.ts'
import type { Database } from './schema.ts'
import { recordEvent } from './security-event-store.ts'

/** The ledger in SQL, as far as no request is concerned. */
export function createCreditStore(database: Database): CreditStore {
  const { kysely } = database
  return {
    balances: (accountId, now) =>
      kysely.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, database, accountId)
        if (!account) return undefined
        const balances = await readBalances(trx, accountId)
        const due = renew(balances, account.registered_at, await readLastPeriod(trx, accountId), now)
        await appendEntries(trx, accountId, due, now)
        return apply(balances, due)
      }),
    append: (accountId, entries, now, event) =>
      kysely.transaction().execute(async (trx) => {
        await lockAccount(trx, database, accountId)
        await appendEntries(trx, accountId, entries, now)
        await recordEvent(trx, event)
      }),
  }
}
