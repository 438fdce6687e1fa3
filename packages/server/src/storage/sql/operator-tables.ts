import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Adds the keys of the operator's API, the names of grants that were made once, spending limits of accounts, scopes of
 * keys, and an index of the callers' own ids.
 */
export const operatorTables: Migration = {
  version: 21,
  name: 'operator keys, named grants, spending limits, scopes',
  async up(db) {
    await db.schema
      .createTable('operator_key')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('last4', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute()
    await db.schema
      .createTable('named_grant')
      .addColumn('idempotency_key', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      // A hash of what was granted and why, so that another grant of the same name is noticed.
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('account').addColumn('spending_limit', 'integer').execute()
    await db.schema.alterTable('api_key').addColumn('scopes', 'text').execute()
    await sql`create index request_by_client_id on request (client_request_id) where client_request_id is not null`.execute(
      db,
    )
    await db.schema.createIndex('request_by_time').on('request').columns(['started_at', 'id']).execute()
  },
}
