import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Adds webhooks, and what is to be sent to them. */
export const webhookTables: Migration = {
  version: 23,
  name: 'webhooks',
  async up(db) {
    await db.schema
      .createTable('webhook')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('old_secret', 'text')
      .addColumn('old_secret_until', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('disabled_at', 'bigint')
      .execute()
    await db.schema.createIndex('webhook_of_account').on('webhook').columns(['account_id', 'created_at']).execute()
    await db.schema
      .createTable('webhook_delivery')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhook.id'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('delivered', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('outcome', 'text')
      .addColumn('took', 'integer')
      .addCheckConstraint('webhook_delivery_ends_once', sql`(due_at is null) = (ended_at is not null)`)
      .execute()
    await db.schema
      .createIndex('webhook_delivery_of_webhook')
      .on('webhook_delivery')
      .columns(['webhook_id', 'created_at'])
      .execute()
    await sql`create index webhook_delivery_due on webhook_delivery (due_at) where due_at is not null`.execute(db)
    await sql`create index webhook_delivery_ended on webhook_delivery (ended_at) where ended_at is not null`.execute(db)
  },
}
