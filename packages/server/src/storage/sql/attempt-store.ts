import { hash } from 'node:crypto'
import { type AttemptStore, addAttempt } from '#accounts/attempts.ts'
import type { Database } from './connection.ts'

/** Counts attempts in SQL. Names may contain people's addresses, so only their hashes are stored. */
export function createAttemptStore({ kysely, locks }: Database): AttemptStore {
  return {
    try: (plain, rule, now) =>
      kysely.transaction().execute(async (trx) => {
        const name = hash('sha256', plain, 'hex')
        // The row must exist to be locked, so that attempts of two processes are counted one after the other.
        await trx
          .insertInto('attempt')
          .values({ name, count: 0, at: now, forget_at: now })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute()
        const row = await locks
          .rows(trx.selectFrom('attempt').select(['count', 'at', 'forget_at']).where('name', '=', name))
          .executeTakeFirst()
        const result = addAttempt(row && { count: row.count, at: row.at, forgetAt: row.forget_at }, rule, now)
        if ('wait' in result) return result.wait
        const { count, at, forgetAt: forget_at } = result.noted
        await trx
          .insertInto('attempt')
          .values({ name, count, at, forget_at })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ count, at, forget_at }))
          .execute()
        return undefined
      }),
    async forget(plain) {
      await kysely
        .deleteFrom('attempt')
        .where('name', '=', hash('sha256', plain, 'hex'))
        .execute()
    },
    async sweep(now) {
      await kysely.deleteFrom('attempt').where('forget_at', '<=', now).execute()
    },
  }
}
