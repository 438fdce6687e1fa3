import type { Migration } from './migration.ts'

/** The audit trail. An event may outlive its account, so it has no foreign key. */
export const securityEventTable: Migration = {
  version: 7,
  name: 'audit trail',
  async up(db) {
    await db.schema
      .createTable('security_event')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text')
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('address', 'text')
      .addColumn('user_agent', 'text')
      .addColumn('detail', 'text')
      .addColumn('count', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('security_event_of_account')
      .on('security_event')
      .columns(['account_id', 'at'])
      .execute()
    await db.schema.createIndex('security_event_by_time').on('security_event').columns(['at']).execute()
    await db.schema
      .createIndex('security_event_by_address')
      .on('security_event')
      .columns(['address', 'kind', 'at'])
      .execute()
  },
}
