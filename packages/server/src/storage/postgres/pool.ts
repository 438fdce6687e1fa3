import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'

/** How long the service waits for PostgreSQL, in milliseconds. */
export interface Timeouts {
  /** To connect, or to get a free connection. */
  connectMs: number
  /** For a statement, locks included; the server ends it. */
  statementMs: number
  /** For an answer. Longer than a statement may take, so it is reached only if the server or the network is silent. */
  answerMs: number
}

export const TIMEOUTS: Timeouts = { connectMs: 5_000, statementMs: 5_000, answerMs: 7_000 }

/** How long the server keeps the locks of a process that stopped in the middle of a transaction, in milliseconds. */
const IDLE_IN_TRANSACTION = 30_000

const INT8 = 20

/** Times and sums are whole numbers far below 2^53; pg would give them as text. */
const numbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** What each connection of the service is made with. */
export function connectionConfig(url: string, { connectMs, statementMs, answerMs }: Timeouts) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    keepAlive: true,
  } satisfies PoolConfig
}

/** Connections to a database, at most `max` at once. */
export function createPool(url: string, timeouts: Timeouts, max: number): Pool {
  const pool = new Pool({ ...connectionConfig(url, timeouts), types: numbers, max })
  // A connection that breaks is replaced, idle or between two statements of a transaction; without a listener it would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A pool as Kysely takes it, whose connections are given up once they did not answer in time. */
export function withoutSilentConnections(pool: Pool): PostgresPool {
  return {
    connect: async () => new AnsweringClient(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Gives up a connection that did not answer, since a further query on it would wait behind the first. */
class AnsweringClient implements PostgresPoolClient {
  readonly #client: PoolClient
  #silent: Error | undefined

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('rows are not streamed from PostgreSQL')
    return this.#query(sql, [...parameters])
  }

  release(destroy?: boolean): void {
    this.#client.release(this.#silent ?? destroy)
  }

  async #query(sql: string, parameters: unknown[]) {
    if (this.#silent) throw this.#silent
    try {
      return await this.#client.query(sql, parameters)
    } catch (error) {
      if (isReadTimeout(error)) this.#silent = error
      throw error
    }
  }
}

/** pg tells this error by its message alone. */
function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}
