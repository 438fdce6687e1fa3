import type { SelectQueryBuilder } from 'kysely'
import type { Claim } from '#jobs/claim.ts'
import type { Database, Executor } from './connection.ts'
import type { Tables } from './schema.ts'

/**
 * A query that finds the request of a claim, or nothing if the claim is no longer valid. Until the transaction ends,
 * nobody can take the request over or end it, so that what is written by the same statement belongs to the claim.
 */
export function requestOf(
  db: Executor,
  { locks }: Pick<Database, 'locks'>,
  { id, epoch }: Claim,
): SelectQueryBuilder<Tables, 'request', object> {
  const query = db.selectFrom('request').where('id', '=', id).where('epoch', '=', epoch).where('ended_at', 'is', null)
  return locks.shared(query)
}

/** Whether nobody has taken the request over, and it has not ended. */
export async function isValid(db: Executor, { id, epoch }: Claim): Promise<boolean> {
  const query = db.selectFrom('request').select('id').where('id', '=', id)
  return (await query.where('epoch', '=', epoch).where('ended_at', 'is', null).executeTakeFirst()) !== undefined
}
