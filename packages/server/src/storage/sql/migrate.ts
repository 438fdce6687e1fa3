import type { Kysely, Transaction } from 'kysely'
import { UserError } from '#kernel/user-error.ts'
import type { Database } from './connection.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'

export interface VersionTable {
  schema_version: { version: number; name: string; applied_at: number }
}

/**
 * Updates a database to the newest version, with each migration in its own transaction.
 * @returns the names of the migrations that were applied.
 * @throws {@link UserError} if the database has a newer version than this program.
 */
export async function migrate(
  { migrating, locks }: Database,
  now: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  return await migrating(async (kysely) => {
    const db = kysely as unknown as Kysely<VersionTable>
    const made: string[] = []
    for (;;) {
      const name = await db.transaction().execute(async (trx) => {
        await locks.migration(trx as unknown as Transaction<never>)
        return await takeNextStep(trx, now, migrations)
      })
      if (name === undefined) return made
      made.push(name)
    }
  })
}

/** @returns the name of the migration that was applied; undefined if there are none left. */
async function takeNextStep(
  trx: Transaction<VersionTable>,
  now: number,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  await makeVersionTable(trx)
  const version = await currentVersion(trx)
  refuseNewer(version, migrations)
  const next = migrations.find((migration) => migration.version > version)
  if (!next) return undefined
  await next.up(trx as unknown as Kysely<never>)
  await trx.insertInto('schema_version').values({ version: next.version, name: next.name, applied_at: now }).execute()
  return next.name
}

async function makeVersionTable(db: Kysely<VersionTable>): Promise<void> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** The version of a database that was migrated before; 0 if no migration was applied yet. */
export async function currentVersion(db: Kysely<VersionTable>): Promise<number> {
  const { version } = await db
    .selectFrom('schema_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirstOrThrow()
  return version ?? 0
}

function refuseNewer(version: number, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  if (version > newest) {
    throw new UserError(
      `The database has version ${version}, but this program knows only versions up to ${newest}. Start a newer version of it.`,
    )
  }
}
