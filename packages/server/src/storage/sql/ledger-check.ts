import type { Pool } from '#accounts/credits.ts'
import type { Database } from './connection.ts'

/** The entry up to which the ledger was checked. */
export interface LedgerPlace {
  accountId: string
  pool: Pool
  sequence: number
  balance: number
}

/** What the check of a part of the ledger found. */
export interface LedgerCheck {
  /**
   * The sum of the differences between balances and their entries, in credits; a missing entry counts as 1 at least.
   */
  drift: number
  /** The accounts concerned. */
  accounts: string[]
  /** Where the next part begins; undefined at the end of the ledger. */
  place: LedgerPlace | undefined
}

/**
 * Checks a part of the ledger: each balance must be the one before it and the entry's amount, and no entry may be
 * missing. `from` is where the last part ended; undefined for the beginning.
 */
export async function checkLedger(
  { kysely }: Database,
  from: LedgerPlace | undefined,
  limit: number,
): Promise<LedgerCheck> {
  let query = kysely.selectFrom('ledger').select(['account_id', 'pool', 'sequence', 'amount', 'balance_after'])
  if (from) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('account_id', 'pool', 'sequence'), '>', tuple(from.accountId, from.pool, from.sequence)),
    )
  }
  const rows = await query.orderBy('account_id').orderBy('pool').orderBy('sequence').limit(limit).execute()
  const check: LedgerCheck = { drift: 0, accounts: [], place: undefined }
  let before = from
  for (const { account_id: accountId, pool, sequence, amount, balance_after: balance } of rows) {
    const same = before?.accountId === accountId && before.pool === pool
    const due = same && before ? before : { sequence: 0, balance: 0 }
    const difference = Math.abs(balance - due.balance - amount)
    if (difference > 0 || sequence !== due.sequence + 1) {
      check.drift += Math.max(1, difference)
      check.accounts.push(accountId)
    }
    before = { accountId, pool, sequence, balance }
  }
  return { ...check, place: rows.length === limit ? before : undefined }
}
