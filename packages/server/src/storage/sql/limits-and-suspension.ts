import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Adds which key made a request, expiry and budget of keys, suspension, alert level and time zone of accounts, and
 * indexes for the operator's lists.
 */
export const limitsAndSuspension: Migration = {
  version: 15,
  name: 'limits of keys, suspension of accounts',
  async up(db) {
    const add = (table: string, column: string, type: 'text' | 'bigint' | 'integer') =>
      db.schema.alterTable(table).addColumn(column, type).execute()
    await add('api_key', 'expires_at', 'bigint')
    await add('api_key', 'monthly_budget', 'integer')
    await add('api_key', 'first_of_line', 'text')
    await add('request', 'key_id', 'text')
    await add('ledger', 'note', 'text')
    await add('account', 'suspended_at', 'bigint')
    await add('account', 'time_zone', 'text')
    await add('account', 'alert_below', 'integer')
    await add('account', 'alert_due', 'bigint')
    await sql`create index request_of_key on request (key_id, started_at) where key_id is not null`.execute(db)
    await sql`create index account_alert on account (alert_due) where alert_due is not null`.execute(db)
    await db.schema.createIndex('account_by_time').on('account').columns(['registered_at', 'id']).execute()
    await db.schema.createIndex('security_event_by_kind').on('security_event').columns(['kind', 'at', 'id']).execute()
  },
}
