import { sql } from 'kysely'
import type { Stretch, UsageTotal } from '#admission/history.ts'
import type { Executor } from './connection.ts'

const DAY = 86_400_000

interface Asked {
  accountId: string
  keyId: string | undefined
  stretches: readonly Stretch[]
}

/** The totals of requests by local day, key and level, the earliest day first. */
export async function sumUsage(db: Executor, { stretches, ...whose }: Asked): Promise<UsageTotal[]> {
  const sums = new Map<string, UsageTotal>()
  for (const stretch of stretches) {
    for (const part of await sumStretch(db, whose, stretch)) {
      // A day on which the clocks change consists of two stretches.
      const name = `${part.day} ${part.keyId} ${part.level}`
      const { requests = 0, credits = 0 } = sums.get(name) ?? {}
      sums.set(name, { ...part, requests: requests + part.requests, credits: credits + part.credits })
    }
  }
  return [...sums.values()]
}

async function sumStretch(
  db: Executor,
  { accountId, keyId }: Omit<Asked, 'stretches'>,
  { from, to, offset }: Stretch,
): Promise<UsageTotal[]> {
  const local = sql<number>`(started_at + ${sql.lit(offset)})`
  const day = sql<number>`${local} - ${local} % ${sql.lit(DAY)}`
  const rows = await db
    .selectFrom('request')
    .select(({ fn, eb }) => [
      day.as('day'),
      'key_id',
      'level',
      fn.countAll<number>().as('requests'),
      fn.sum<number>(eb.case().when('status', '=', 'failed').then(0).else(eb.ref('credits')).end()).as('credits'),
    ])
    .where('account_id', '=', accountId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId ?? ''))
    .groupBy([day, 'key_id', 'level'])
    .orderBy(day)
    .orderBy('key_id')
    .orderBy('level')
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    keyId: row.key_id ?? undefined,
    level: row.level,
    requests: Number(row.requests),
    credits: Number(row.credits),
  }))
}
