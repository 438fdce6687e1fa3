import type { Kysely } from 'kysely'

/** One change of the schema, forward only. A released migration is never changed again. */
export interface Migration {
  version: number
  name: string
  up(db: Kysely<never>): Promise<void>
}
