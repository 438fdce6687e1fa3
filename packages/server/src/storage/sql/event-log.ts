import type { EventLog } from '#jobs/ports.ts'
import type { Database } from './schema.ts'

/** Envelopes in SQL, some in a row: one each would cost a row's overhead for some bytes of text. */
export function createEventLog({ kysely, loosely }: Database): EventLog {
  return {
    async write(id, first, envelopes) {
      // JSON has no raw line break, so a line is an envelope.
      const chunk = { request_id: id, first, count: envelopes.length, envelopes: envelopes.join('\n') }
      // What is lost is a stream that cannot be resumed; to be sure of every chunk would halt all streams each time.
      await loosely((db) => db.insertInto('event_chunk').values(chunk).execute())
    },
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
      return row.envelopes.split('\n').slice(index - row.first)
    },
    async length(id) {
      const row = await kysely
        .selectFrom('event_chunk')
        .select(['first', 'count'])
        .where('request_id', '=', id)
        .orderBy('first', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? row.first + row.count : 0
    },
    sweep: (now) =>
      kysely.transaction().execute(async (trx) => {
        const over = trx.selectFrom('request').select('id').where('events_until', '<=', now)
        await trx.deleteFrom('event_chunk').where('request_id', 'in', over).execute()
        await trx.updateTable('request').set({ events_until: null }).where('events_until', '<=', now).execute()
      }),
  }
}
