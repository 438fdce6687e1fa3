import { sql } from 'kysely'
import type { Claim } from '#jobs/claim.ts'
import { readLines } from '#jobs/lines.ts'
import type { Chunk, EventLog } from '#jobs/ports.ts'
import { isValid, requestOf } from './claims.ts'
import type { Database, Executor } from './connection.ts'

/** How many requests' envelopes are deleted in one transaction, which limits how long other writers wait. */
const SWEPT_AT_ONCE = 50

/** Stores envelopes in SQL, several in one row, because a row for each would take more space than its text. */
export function createEventLog(database: Database): EventLog {
  const { kysely, withoutSync } = database
  return {
    // A power failure may lose the middle of a stream, but not its end, which is stored durably. Waiting for the disk
    // at each chunk would hold up all streams.
    write: (claim, chunk) => withoutSync((db) => insertChunk(db, database, claim, chunk)),
    async read(id, index) {
      const row = await kysely
        .selectFrom('event_chunk')
        .select(['first', 'count', 'envelopes'])
        .where('request_id', '=', id)
        .where('first', '<=', index)
        .orderBy('first', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!row || index >= row.first + row.count) return undefined
      return readLines(row.envelopes).slice(index - row.first)
    },
    length: (id) => countEnvelopes(kysely, id),
    async sweep(now) {
      while (await sweepEvents(kysely, now));
      while (await sweepEnds(kysely, now));
    },
  }
}

/**
 * Stores envelopes; those that are already stored are left as they are.
 * @returns false, and stores nothing, if the claim is no longer valid.
 */
async function insertChunk(
  db: Executor,
  database: Pick<Database, 'locks'>,
  claim: Claim,
  { first, count, lines }: Chunk,
): Promise<boolean> {
  const rows = requestOf(db, database, claim).select(({ val }) => [
    'id',
    val(first).as('first'),
    val(count).as('count'),
    // Bytes are passed to a thread or a server as they are; text would be encoded again.
    sql<string>`cast(${lines} as text)`.as('envelopes'),
  ])
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('event_chunk')
    .columns(['request_id', 'first', 'count', 'envelopes'])
    .expression(rows)
    .onConflict((conflict) => conflict.columns(['request_id', 'first']).doNothing())
    .executeTakeFirst()
  // Nothing is inserted either if the chunk is already stored.
  return numInsertedOrUpdatedRows === 1n || (await isValid(db, claim))
}

/** Stores the rest of a stream. What is stored in its place may be divided differently, so that is deleted first. */
export async function replaceChunks(
  db: Executor,
  database: Pick<Database, 'locks'>,
  claim: Claim,
  rest: readonly Chunk[],
): Promise<void> {
  const [begins] = rest
  if (!begins) return
  await db.deleteFrom('event_chunk').where('request_id', '=', claim.id).where('first', '>=', begins.first).execute()
  for (const chunk of rest) await insertChunk(db, database, claim, chunk)
}

/** How many envelopes of a request are stored. */
export async function countEnvelopes(db: Executor, id: string): Promise<number> {
  const row = await db
    .selectFrom('event_chunk')
    .select(['first', 'count'])
    .where('request_id', '=', id)
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? row.first + row.count : 0
}

/** False if there was nothing to delete. */
function sweepEvents(kysely: Database['kysely'], now: number): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const over = await trx
      .selectFrom('request')
      .select('id')
      .where('events_until', '<=', now)
      .limit(SWEPT_AT_ONCE)
      .execute()
    const ids = over.map(({ id }) => id)
    if (ids.length === 0) return false
    await trx.deleteFrom('event_chunk').where('request_id', 'in', ids).execute()
    await trx.updateTable('request').set({ events_until: null }).where('id', 'in', ids).execute()
    return true
  })
}

/** False if there was nothing to delete. */
async function sweepEnds(kysely: Database['kysely'], now: number): Promise<boolean> {
  const over = kysely.selectFrom('request_end').select('request_id').where('kept_until', '<=', now).limit(SWEPT_AT_ONCE)
  const { numDeletedRows } = await kysely.deleteFrom('request_end').where('request_id', 'in', over).executeTakeFirst()
  return numDeletedRows > 0n
}
