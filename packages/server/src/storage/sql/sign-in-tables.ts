import type { Migration } from './migration.ts'

/** Second factors, passkeys, identities of providers, and what a sign-in remembers between two steps. */
export const signInTables: Migration = {
  version: 12,
  name: 'second factors, passkeys and providers',
  async up({ schema }) {
    await schema
      .createTable('totp')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('backup_code')
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('backup_code_of_account', ['account_id', 'hash'])
      .execute()
    await schema
      .createTable('challenge')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('passkey')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('passkey_of_account').on('passkey').column('account_id').execute()
    await schema
      .createTable('identity')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addPrimaryKeyConstraint('identity_of_provider', ['issuer', 'subject'])
      .execute()
    await schema.createIndex('identity_of_account').on('identity').column('account_id').execute()
  },
}
