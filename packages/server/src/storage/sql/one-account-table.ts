import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Puts what a person signs in with beside the address, so that an account is one row. */
export const oneAccountTable: Migration = {
  version: 10,
  name: 'one table of accounts',
  async up(db) {
    await db.schema.alterTable('account').addColumn('password', 'text').execute()
    await db.schema
      .alterTable('account')
      .addColumn('operator', 'integer', (column) => column.notNull().defaultTo(0).check(sql`operator in (0, 1)`))
      .execute()
    await sql`update account set password = access.password, operator = access.operator
      from access where access.account_id = account.id`.execute(db)
    await db.schema.dropTable('access').execute()
  },
}
