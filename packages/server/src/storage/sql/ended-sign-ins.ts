import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * How often all sessions of an account were closed, so that a sign-in that began before opens none afterwards; and
 * whether a session was opened with a second factor.
 */
export const endedSignIns: Migration = {
  version: 17,
  name: 'sign-ins that were ended',
  async up(db) {
    await db.schema
      .alterTable('account')
      .addColumn('sign_in_epoch', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('session')
      .addColumn('second_factor', 'integer', (column) =>
        column.notNull().defaultTo(0).check(sql`second_factor in (0, 1)`),
      )
      .execute()
  },
}
