import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'

/** How long the service waits for PostgreSQL, in milliseconds. */
export interface Timeouts {
  /** The wait for a new or a free connection. */
  connectMs: number
  /** The time for a statement, including locks; the server ends it. */
  statementMs: number
  /**
   * The wait for a reply. It is longer than a statement may take, so it ends only if the server or the network is
   * silent.
   */
  answerMs: number
}

export const TIMEOUTS: Timeouts = { connectMs: 5_000, statementMs: 5_000, answerMs: 7_000 }

/** How long the server keeps the locks of a process that stopped in the middle of a transaction, in milliseconds. */
const IDLE_IN_TRANSACTION = 30_000

const INT8 = 20

/** Reads times and sums as numbers, since they are far below 2^53; pg would return them as text. */
const numbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** The configuration of each connection. */
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
  // A broken connection is replaced, whether it was idle or between two statements of a transaction. Without this
  // listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A pool for Kysely that closes connections which did not reply in time. */
export function withoutSilentConnections(pool: Pool): PostgresPool {
  return {
    connect: async () => new AnsweringClient(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Closes a connection that did not reply, because another query on it would wait behind the first. */
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

/** pg identifies this error only by its message. */
function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}
