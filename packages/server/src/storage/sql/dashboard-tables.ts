import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Who may sign in to the dashboard, and who is signed in. Secrets are stored as hashes only. */
export const dashboardTables: Migration = {
  version: 5,
  name: 'dashboard',
  async up(db) {
    await db.schema
      .createTable('access')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id'))
      .addColumn('password', 'text')
      .addColumn('operator', 'integer', (column) => column.notNull().defaultTo(0).check(sql`operator in (0, 1)`))
      .execute()
    await db.schema
      .createTable('session')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('by_link', 'integer', (column) => column.notNull().check(sql`by_link in (0, 1)`))
      .execute()
    await db.schema.createIndex('session_of_account').on('session').column('account_id').execute()
    await db.schema
      .createTable('entry_link')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.references('account.id'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('ledger_by_time').on('ledger').columns(['account_id', 'created_at']).execute()
  },
}
