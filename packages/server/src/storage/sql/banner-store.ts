import { sql } from 'kysely'
import type { BannerStore } from '#accounts/banner.ts'
import type { Database } from './connection.ts'
import type { Migration } from './migration.ts'
import { recordEvent } from './security-event-store.ts'

/** Adds the operator's line on every page. */
export const bannerTable: Migration = {
  version: 24,
  name: 'banner',
  async up(db) {
    await db.schema
      .createTable('banner')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await sql`insert into banner values (1, '')`.execute(db)
  },
}

/** Stores the operator's line in SQL. */
export function createBannerStore({ kysely }: Database): BannerStore {
  return {
    async read() {
      const row = await kysely.selectFrom('banner').select('text').executeTakeFirst()
      return row?.text || undefined
    },
    set: (text, event) =>
      kysely.transaction().execute(async (trx) => {
        await trx.updateTable('banner').set({ text }).execute()
        await recordEvent(trx, event)
      }),
  }
}
