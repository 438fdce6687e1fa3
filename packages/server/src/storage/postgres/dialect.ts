import { sql } from 'kysely'
import { UserError } from '#kernel/user-error.ts'
import type { Dialect } from '../dialect.ts'
import type { Hints, Locks, Size } from '../sql/differences.ts'

/** The number of the lock that a migration holds; any number that nothing else uses works. */
const MIGRATION_LOCK = 4_711_001

const locks: Locks = {
  async migration(transaction) {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction)
  },
  // Keys of rows never change, so other rows that refer to a locked row may still be inserted.
  rows: (query) => query.forNoKeyUpdate(),
  shared: (query) => query.forShare(),
}

const hints: Hints = {
  byIndex: (table) => sql.table(table),
}

const size: Size = sql`select pg_database_size(current_database()) as bytes`

/**
 * PostgreSQL 15 or newer. The driver is loaded only when it is needed, so that starts on other databases need not wait.
 */
export const postgres: Dialect = {
  name: 'PostgreSQL',
  urlForm: 'postgres://user:password@host/database',
  takes: (url) => /^postgres(ql)?:\/\/./.test(url),
  locks,
  hints,
  size,
  async open(url) {
    const { openPostgres } = await import('./open.ts')
    return { ...(await openPostgres(url)), locks, hints, size }
  },
  shared: true,
  async hold(url, log, shared) {
    const { holdPostgres } = await import('./hold.ts')
    return await holdPostgres(url, log, shared)
  },
  folder: () => undefined,
  authSecret() {
    throw new UserError(
      'AUTH_SECRET is missing, but PostgreSQL needs it; set it to at least 32 characters that nobody can guess, such as the output of openssl rand -hex 32.',
    )
  },
  keepsSecret: false,
}
