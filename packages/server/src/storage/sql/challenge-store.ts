import type { ChallengeStore } from '#accounts/ways.ts'
import type { Database } from './connection.ts'

/** Stores in SQL what sign-ins remember between steps, under the hashes of their tokens. */
export function createChallengeStore({ kysely }: Database): ChallengeStore {
  return {
    async add(hash, { kind, data, expiresAt, accountId }) {
      const row = { hash, kind, data, expires_at: expiresAt, account_id: accountId ?? null }
      await kysely.insertInto('challenge').values(row).execute()
    },
    async find(hash, kind, now) {
      const row = await kysely
        .selectFrom('challenge')
        .select('data')
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.data
    },
    async take(hash, kind, now) {
      const row = await kysely
        .deleteFrom('challenge')
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .returning('data')
        .executeTakeFirst()
      return row?.data
    },
    async sweep(now) {
      await kysely.deleteFrom('challenge').where('expires_at', '<=', now).execute()
    },
  }
}
