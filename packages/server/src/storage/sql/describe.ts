import type { Kysely } from 'kysely'
import type { Database } from './connection.ts'
import { currentVersion, type VersionTable } from './migrate.ts'

/** The version of the schema, and the size of the database in bytes. */
export async function describe({ kysely, size }: Database): Promise<{ version: number; bytes: number }> {
  const { rows } = await size.execute(kysely)
  return {
    version: await currentVersion(kysely as unknown as Kysely<VersionTable>),
    bytes: Number(rows[0]?.bytes ?? 0),
  }
}
