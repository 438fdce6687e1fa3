import type { Migration } from './migration.ts'

/** Adds whether a request goes on when nobody reads it. */
export const detachedRequests: Migration = {
  version: 22,
  name: 'requests that nobody need read',
  async up(db) {
    await db.schema
      .alterTable('request')
      .addColumn('detached', 'integer', (type) => type.notNull().defaultTo(0))
      .execute()
  },
}
