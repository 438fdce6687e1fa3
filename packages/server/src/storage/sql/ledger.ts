import { type Balances, crosses, type LedgerEntry, type Pool } from '#accounts/credits.ts'
import { ACCOUNT_COLUMNS, type AccountRow } from './account-row.ts'
import type { Database, Executor } from './connection.ts'
import { addMessages } from './webhook-messages.ts'

/** The row of an account, locked for this transaction. */
export async function lockAccount(
  db: Executor,
  { locks }: Database,
  accountId: string,
): Promise<AccountRow | undefined> {
  const query = db.selectFrom('account').select(ACCOUNT_COLUMNS).where('id', '=', accountId)
  return await locks.rows(query).executeTakeFirst()
}

/** Both balances. */
export async function readBalances(db: Executor, accountId: string): Promise<Balances> {
  const free = await lastLine(db, accountId, 'free')
  const added = await lastLine(db, accountId, 'added')
  return { free: free.balance_after, added: added.balance_after }
}

/** Start of the month of the last grant. */
export async function readLastPeriod(db: Executor, accountId: string): Promise<number | undefined> {
  const { period } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.max('period').as('period'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return period ?? undefined
}

/** Appends entries; the database refuses one that would make a balance negative. */
export async function appendEntries(
  db: Executor,
  accountId: string,
  entries: readonly LedgerEntry[],
  now: number,
): Promise<void> {
  for (const { pool, amount, reason, requestId, period, note } of entries) {
    const last = await lastLine(db, accountId, pool)
    await db
      .insertInto('ledger')
      .values({
        account_id: accountId,
        pool,
        sequence: last.sequence + 1,
        amount,
        balance_after: last.balance_after + amount,
        reason,
        request_id: requestId ?? null,
        period: period ?? null,
        created_at: now,
        note: note ?? null,
      })
      .execute()
  }
}

/** Has an account notified if its balance fell below its alert level. */
export async function noteLowBalance(
  db: Executor,
  { id, alert_below }: Pick<AccountRow, 'id' | 'alert_below'>,
  balance: { before: number; after: number },
  now: number,
): Promise<void> {
  if (!crosses(balance, alert_below ?? undefined)) return
  await db.updateTable('account').set({ alert_due: now }).where('id', '=', id).execute()
  const data = { balance: balance.after, alert_below }
  await addMessages(db, id, 'credits.low', { at: now, dataOf: async () => data })
}

/** What a request was charged. */
export async function readCharge(db: Executor, requestId: string): Promise<LedgerEntry[]> {
  const rows = await db
    .selectFrom('ledger')
    .select(['pool', 'amount', 'reason'])
    .where('request_id', '=', requestId)
    .where('reason', '=', 'charge')
    .execute()
  return rows.map((row) => ({ ...row, requestId }))
}

async function lastLine(
  db: Executor,
  accountId: string,
  pool: Pool,
): Promise<{ sequence: number; balance_after: number }> {
  const line = await db
    .selectFrom('ledger')
    .select(['sequence', 'balance_after'])
    .where('account_id', '=', accountId)
    .where('pool', '=', pool)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return line ?? { sequence: 0, balance_after: 0 }
}
