import type { Migration } from './migration.ts'

/**
 * Makes sessions listable and revocable one by one, and allows links for addresses without an account. Everybody has to
 * sign in again, because it is unknown where the earlier sessions are.
 */
export const sessionTables: Migration = {
  version: 9,
  name: 'sessions that can be listed',
  async up(db) {
    await db.schema.dropTable('session').execute()
    await db.schema
      .createTable('session')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('by_link', 'integer', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .execute()
    await db.schema.createIndex('session_of_account').on('session').column('account_id').execute()
    await db.schema.alterTable('entry_link').addColumn('email', 'text').execute()
  },
}
