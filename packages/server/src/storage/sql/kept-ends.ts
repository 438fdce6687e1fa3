import type { Kysely } from 'kysely'
import type { Migration } from './migration.ts'

interface Before {
  request: { id: string; status: string; events_until: number | null }
  event_chunk: { request_id: string; first: number; count: number; envelopes: string }
  request_end: { request_id: string; position: number; last: string; kept_until: number }
}

/** How streams ended. This is stored apart from the other envelopes, because it is kept longer. */
export const keptEnds: Migration = {
  version: 6,
  name: 'kept results',
  async up(db) {
    await db.schema
      .createTable('request_end')
      .addColumn('request_id', 'text', (column) => column.primaryKey().references('request.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('last', 'text', (column) => column.notNull())
      .addColumn('kept_until', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('request_end_until').on('request_end').column('kept_until').execute()
    await moveEnds(db as unknown as Kysely<Before>)
  },
}

/** Keeps earlier streams resumable by moving their last envelope, which was stored with the others. */
async function moveEnds(db: Kysely<Before>): Promise<void> {
  const ended = await db
    .selectFrom('request')
    .select(['id', 'events_until'])
    .where('events_until', 'is not', null)
    .execute()
  for (const { id, events_until } of ended) {
    const chunk = await db
      .selectFrom('event_chunk')
      .selectAll()
      .where('request_id', '=', id)
      .orderBy('first', 'desc')
      .limit(1)
      .executeTakeFirst()
    const last = chunk?.envelopes.split('\n').at(-1)
    if (!chunk || last === undefined) continue
    const position = chunk.first + chunk.count - 1
    await db
      .insertInto('request_end')
      .values({ request_id: id, position, last, kept_until: events_until ?? 0 })
      .execute()
  }
}
