import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Adds who owns a request, what a successor needs to go on with it, and the results of its finished steps. */
export const runTables: Migration = {
  version: 19,
  name: 'epochs and steps',
  async up(db) {
    for (const column of ['epoch', 'tries', 'include_thinking', 'include_tool_calls']) {
      await db.schema
        .alterTable('request')
        .addColumn(column, 'integer', (type) => type.notNull().defaultTo(0))
        .execute()
    }
    await db.schema.alterTable('request').addColumn('engine', 'text').execute()
    await db.schema
      .createTable('step')
      .addColumn('request_id', 'text', (column) => column.notNull().references('request.id'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('result', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('step_of_request', ['request_id', 'key'])
      .execute()
    // A run that the former version began counts as begun once.
    await sql`update request set epoch = 1, tries = 1 where ended_at is null`.execute(db)
  },
}

/** Adds when somebody was last seen to work on a request. */
export const runsSeen: Migration = {
  version: 20,
  name: 'when runs were seen',
  async up(db) {
    await db.schema
      .alterTable('request')
      .addColumn('seen_at', 'bigint', (type) => type.notNull().defaultTo(0))
      .execute()
  },
}
