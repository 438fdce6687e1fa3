import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, Pool, types } from 'pg'
import { UserError } from '#kernel/user-error.ts'
import type { Database, Tables } from '../sql/schema.ts'

const INT8 = 20

/** How long a connection may take to come about, in milliseconds. */
const CONNECT_TIMEOUT = 5_000

/** Names the lock that one service holds on a database; any number that nobody else uses does. */
const HOLD_LOCK = 4_711_002

/** Times and sums are whole numbers far below 2^53; pg would give them as text. */
const numbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/**
 * Opens a PostgreSQL database, 15 or newer.
 * @throws {@link UserError} where it cannot be reached.
 */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, types: numbers, max: 10, connectionTimeoutMillis: CONNECT_TIMEOUT })
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {})
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
    rowLocks: true,
    indexHints: false,
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

/**
 * Makes this process the only service of the embedded shape on a database, as long as its connection lives.
 * @returns what ends it.
 * @throws {@link UserError} where another service holds the database, or it cannot be reached.
 */
export async function holdPostgres(url: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw unreachable(url, error)
  }
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [HOLD_LOCK])
  if (rows[0]?.held) return () => client.end()
  await client.end()
  throw new UserError('The database is in use by another running service. Stop it, or set DATABASE_URL.')
}

function unreachable(url: string, error: unknown): UserError {
  const place = URL.parse(url)?.host ?? 'the address'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  return new UserError(`The database at ${place} cannot be reached: ${code}. Check DATABASE_URL.`)
}
