import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types } from 'pg'
import { UserError } from '#kernel/user-error.ts'
import type { Connection, Tables } from '../sql/schema.ts'

const INT8 = 20

/** How long a connection may take to come about, in milliseconds. */
export const CONNECT_TIMEOUT = 5_000

/** Times and sums are whole numbers far below 2^53; pg would give them as text. */
const numbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/**
 * Opens a PostgreSQL database, 15 or newer.
 * @throws {@link UserError} where it cannot be reached.
 */
export async function openPostgres(url: string): Promise<Connection> {
  const pool = new Pool({ connectionString: url, types: numbers, max: 10, connectionTimeoutMillis: CONNECT_TIMEOUT })
  // A connection that breaks is replaced, idle or between two statements of a transaction; without a listener it would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select 1`.execute(kysely)
  } catch (error) {
    await kysely.destroy()
    throw unreachable(url, error)
  }
  let look = 0
  return {
    kysely,
    // Whoever waits for its disk holds nobody else up.
    loosely: (work) => work(kysely),
    lookUp<Row>({ sql: text }: { sql: string }) {
      look += 1
      const name = `look_up_${look}`
      return async (values: readonly string[]) => {
        const { rows } = await pool.query({ name, text, values: [...values] })
        return rows[0] as Row | undefined
      }
    },
  }
}

/** What is told of a database that does not answer. */
export function unreachable(url: string, error: unknown): UserError {
  const place = URL.parse(url)?.host ?? 'the address'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  return new UserError(`The database at ${place} cannot be reached: ${code}. Check DATABASE_URL.`)
}
