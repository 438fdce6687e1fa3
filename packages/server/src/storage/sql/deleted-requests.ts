import type { Migration } from './migration.ts'

/** Requests whose question and answer were deleted by their owners. */
export const deletedRequests: Migration = {
  version: 13,
  name: 'deleted requests',
  async up(db) {
    await db.schema.alterTable('request').addColumn('deleted_at', 'bigint').execute()
  },
}
