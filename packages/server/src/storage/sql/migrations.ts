import { type Kysely, sql } from 'kysely'
import { attemptTable } from './attempt-table.ts'
import { bannerTable } from './banner-store.ts'
import { challengesOfAccounts } from './challenges-of-accounts.ts'
import { dashboardTables } from './dashboard-tables.ts'
import { deletedRequests } from './deleted-requests.ts'
import { detachedRequests } from './detached-requests.ts'
import { endedSignIns } from './ended-sign-ins.ts'
import { deletedAccounts } from './erasure.ts'
import { heartbeatTable } from './heartbeat.ts'
import { keptEnds } from './kept-ends.ts'
import { limitsAndSuspension } from './limits-and-suspension.ts'
import type { Migration } from './migration.ts'
import { oneAccountTable } from './one-account-table.ts'
import { operatorTables } from './operator-tables.ts'
import { runsSeen, runTables } from './run-tables.ts'
import { securityEventTable } from './security-event-table.ts'
import { sessionTables } from './session-tables.ts'
import { signInTables } from './sign-in-tables.ts'
import { webhookTables } from './webhook-tables.ts'

/** The index of the hashes of keys that are not revoked. */
export const LIVE_KEYS = 'api_key_live'

const accountsAndKeys: Migration = {
  version: 1,
  name: 'accounts and keys',
  async up(db) {
    await db.schema
      .createTable('account')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('tier', 'text', (column) => column.notNull().check(sql`tier in ('free', 'pro', 'scale')`))
      .addColumn('registered_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('api_key')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('name', 'text')
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('last4', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute()
    await db.schema.createIndex('api_key_of_account').on('api_key').columns(['account_id', 'created_at']).execute()
  },
}

const requestsAndLedger: Migration = {
  version: 2,
  name: 'requests and ledger',
  async up(db) {
    await createRequest(db)
    await createLedger(db)
  },
}

async function createRequest(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('request')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('client_request_id', 'text')
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('credits', 'integer', (column) => column.notNull())
    .addColumn('metadata', 'text')
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('running', 'completed', 'failed', 'cancelled')`),
    )
    .addColumn('failure', 'text')
    .addColumn('usage', 'text')
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addCheckConstraint('request_ends_once', sql`(status = 'running') = (ended_at is null)`)
    .execute()
  await db.schema.createIndex('request_of_account').on('request').columns(['account_id', 'started_at']).execute()
  await db.schema.createIndex('request_by_end').on('request').columns(['level', 'status', 'ended_at']).execute()
  await sql`create index request_running on request (account_id) where ended_at is null`.execute(db)
}

async function createLedger(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('ledger')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('pool', 'text', (column) => column.notNull().check(sql`pool in ('free', 'added')`))
    .addColumn('sequence', 'integer', (column) => column.notNull().check(sql`sequence > 0`))
    .addColumn('amount', 'integer', (column) => column.notNull().check(sql`amount <> 0`))
    .addColumn('balance_after', 'bigint', (column) => column.notNull().check(sql`balance_after >= 0`))
    .addColumn('reason', 'text', (column) =>
      column.notNull().check(sql`reason in ('grant', 'expiry', 'top_up', 'charge', 'refund')`),
    )
    .addColumn('request_id', 'text', (column) => column.references('request.id'))
    .addColumn('period', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_line', ['account_id', 'pool', 'sequence'])
    // The database itself refuses a second charge or refund for a request and balance, and a second grant in a month.
    .addUniqueConstraint('ledger_once_a_request', ['request_id', 'reason', 'pool'])
    .addUniqueConstraint('ledger_once_a_period', ['account_id', 'period'])
    .execute()
}

const resumableRequests: Migration = {
  version: 3,
  name: 'events and idempotency keys',
  async up(db) {
    const alter = () => db.schema.alterTable('request')
    await alter()
      .addColumn('body_hash', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await alter().addColumn('idempotency_key', 'text').execute()
    await alter().addColumn('events_until', 'bigint').execute()
    await db.schema
      .createIndex('request_idempotency')
      .on('request')
      .columns(['account_id', 'idempotency_key'])
      .unique()
      .execute()
    await sql`create index request_events on request (events_until) where events_until is not null`.execute(db)
    await db.schema
      .createTable('event_chunk')
      .addColumn('request_id', 'text', (column) => column.notNull().references('request.id'))
      .addColumn('first', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull().check(sql`count > 0`))
      .addColumn('envelopes', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_chunk_place', ['request_id', 'first'])
      .execute()
  },
}

const liveKeys: Migration = {
  version: 4,
  name: 'index of live keys',
  async up(db) {
    await sql`create unique index ${sql.ref(LIVE_KEYS)} on api_key (hash) where revoked_at is null`.execute(db)
  },
}

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [
  accountsAndKeys,
  requestsAndLedger,
  resumableRequests,
  liveKeys,
  dashboardTables,
  keptEnds,
  securityEventTable,
  heartbeatTable,
  sessionTables,
  oneAccountTable,
  attemptTable,
  signInTables,
  deletedRequests,
  limitsAndSuspension,
  deletedAccounts,
  endedSignIns,
  challengesOfAccounts,
  runTables,
  runsSeen,
  operatorTables,
  detachedRequests,
  webhookTables,
  bannerTable,
]
