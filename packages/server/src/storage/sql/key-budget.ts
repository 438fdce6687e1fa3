import type { KeyBudget } from '#accounts/ports.ts'
import type { Executor } from './connection.ts'

/**
 * A key's budget, and what it and its predecessors have spent since the month began; undefined for a key without a
 * budget.
 */
export async function readBudget(db: Executor, keyId: string, monthStart: number): Promise<KeyBudget | undefined> {
  const key = await db
    .selectFrom('api_key')
    .select(['account_id', 'monthly_budget', 'first_of_line'])
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (!key || key.monthly_budget === null) return undefined
  const first = key.first_of_line ?? keyId
  const line = db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', key.account_id)
    .where((row) => row.or([row('id', '=', first), row('first_of_line', '=', first)]))
  const { spent } = await db
    .selectFrom('request')
    .select(({ fn }) => fn.sum<number | null>('credits').as('spent'))
    .where('key_id', 'in', line)
    .where('started_at', '>=', monthStart)
    // Failed requests were refunded.
    .where('status', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return { credits: key.monthly_budget, spent: Number(spent ?? 0) }
}

/** What an account has spent since the month began. */
export async function readSpent(db: Executor, accountId: string, monthStart: number): Promise<number> {
  const { spent } = await db
    .selectFrom('request')
    .select(({ fn }) => fn.sum<number | null>('credits').as('spent'))
    .where('account_id', '=', accountId)
    .where('started_at', '>=', monthStart)
    // Failed requests were refunded.
    .where('status', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(spent ?? 0)
}
