import { type Kysely, PostgresDialect, sql } from 'kysely'
import { Client, type Pool } from 'pg'
import { UserError } from '#kernel/user-error.ts'
import type { Connection } from '../sql/connection.ts'
import type { Tables } from '../sql/schema.ts'
import { RestartingKysely, readAgain } from './cut.ts'
import { createPool, TIMEOUTS, type Timeouts } from './pool.ts'
import { withoutUselessConnections } from './useful-connections.ts'

/** How many connections the service uses at once. */
const MAX_CONNECTIONS = 10

/** How often something is done at most while connections are cut: every connection may be cut once. */
const TRIES = MAX_CONNECTIONS + 1

/** How long one migration may take, in milliseconds. */
const MIGRATION_STEP = 600_000

/**
 * Opens a PostgreSQL database, version 15 or newer.
 * @throws {@link UserError} if it cannot be reached.
 */
export async function openPostgres(url: string, timeouts: Timeouts = TIMEOUTS): Promise<Connection> {
  const pool = createPool(url, timeouts, MAX_CONNECTIONS)
  const kysely = kyselyOn(pool)
  try {
    await sql`select 1`.execute(kysely)
  } catch (error) {
    await kysely.destroy()
    throw unreachable(url, error)
  }
  let look = 0
  return {
    kysely,
    // The files are the server's affair, so this database is never lost.
    lost: new AbortController().signal,
    // A connection that waits for the disk does not delay the others.
    withoutSync: (work) => work(kysely),
    async migrating(work) {
      const patient = { ...timeouts, statementMs: MIGRATION_STEP, answerMs: 2 * MIGRATION_STEP }
      const own = kyselyOn(createPool(url, patient, 1))
      return await work(own).finally(() => own.destroy())
    },
    async inspect(query) {
      await kysely.executeQuery(query)
    },
    lookUp<Row>({ sql: text }: { sql: string }) {
      look += 1
      const name = `look_up_${look}`
      return async (values: readonly string[]) => {
        const { rows } = await readAgain(TRIES, () => pool.query({ name, text, values: [...values] }))
        return rows[0] as Row | undefined
      }
    },
  }
}

function kyselyOn(pool: Pool): Kysely<Tables> {
  const dialect = new PostgresDialect({ pool: withoutUselessConnections(pool, TRIES) })
  return new RestartingKysely<Tables>({ dialect }, TRIES)
}

/** What PostgreSQL refuses a connection for: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BAD_PASSWORD = '28P01'
const BAD_AUTHORIZATION = '28000'
const NO_DATABASE = '3D000'

/** The error about a database that does not answer, or refuses the connection. The password is never in it. */
export function unreachable(url: string, error: unknown): UserError {
  const place = URL.parse(url)?.host || 'the address'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  const { user, database } = namesIn(url)
  if (code === BAD_PASSWORD)
    return new UserError(
      `The database at ${place} rejects the password of ${user}, or has no user of that name. Check DATABASE_URL.`,
    )
  if (code === BAD_AUTHORIZATION)
    return new UserError(
      `The database at ${place} has no user ${user}, or does not let it connect from here. Check DATABASE_URL.`,
    )
  if (code === NO_DATABASE)
    return new UserError(
      `The database server at ${place} has no database ${database}. Create it, or change DATABASE_URL.`,
    )
  return new UserError(`The database at ${place} cannot be reached: ${code}. Check DATABASE_URL.`)
}

/** The user and the database of a URL, as the driver reads them. */
function namesIn(url: string): { user: string; database: string } {
  try {
    const { user, database } = new Client({ connectionString: url })
    return { user: JSON.stringify(user), database: JSON.stringify(database) }
  } catch {
    return { user: 'the user', database: 'of that name' }
  }
}
