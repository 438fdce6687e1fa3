import { sql } from 'kysely'
import type { Database } from './connection.ts'
import type { Migration } from './migration.ts'

export const heartbeatTable: Migration = {
  version: 8,
  name: 'heartbeat',
  async up(db) {
    await db.schema
      .createTable('heartbeat')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('beats', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into heartbeat values (1, 0)`.execute(db)
  },
}

/**
 * Reads and writes one small row.
 * @throws if that is not possible, or the database is not sound.
 */
export async function beat({ kysely, inspect }: Database): Promise<void> {
  await inspect(kysely.selectFrom('heartbeat').select('beats').compile())
  const { numUpdatedRows } = await kysely
    .updateTable('heartbeat')
    .set(({ eb }) => ({ beats: eb('beats', '+', 1) }))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the row of the heartbeat is missing')
}
