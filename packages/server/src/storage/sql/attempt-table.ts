import type { Migration } from './migration.ts'

/** Counts of attempts, so that limits hold across restarts and processes. */
export const attemptTable: Migration = {
  version: 11,
  name: 'counts of tries',
  async up(db) {
    await db.schema
      .createTable('attempt')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('forget_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('attempt_by_end').on('attempt').column('forget_at').execute()
  },
}
