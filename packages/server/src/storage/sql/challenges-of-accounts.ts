import type { Migration } from './migration.ts'

/**
 * Adds whose each challenge is, so that deleting an account deletes its challenges too. Earlier ones expire within ten
 * minutes.
 */
export const challengesOfAccounts: Migration = {
  version: 18,
  name: 'challenges of accounts',
  async up(db) {
    await db.schema.alterTable('challenge').addColumn('account_id', 'text').execute()
    await db.schema.createIndex('challenge_of_account').on('challenge').column('account_id').execute()
  },
}
