import type { Kysely } from 'kysely'

/** One step of the schema, forward only. A step that was released is never changed again. */
export interface Migration {
  version: number
  name: string
  up(db: Kysely<never>): Promise<void>
}
