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

/** After so long a connection is replaced, in seconds, since a name or a balancer may lead elsewhere by then. */
const LIFETIME = 1_800

/** Connections to a database, at most `max` at once. */
export function createPool(url: string, timeouts: Timeouts, max: number): Pool {
  const pool = new Pool({ ...connectionConfig(url, timeouts), types: numbers, max, maxLifetimeSeconds: LIFETIME })
  // A broken connection is replaced, whether it was idle or between two statements of a transaction. Without this
  // listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A pool for Kysely that closes connections which did not reply in time, or which cannot write although others can. */
export function withoutUselessConnections(pool: Pool): PostgresPool {
  const writability = new Writability(pool)
  return {
    connect: async () => new CheckedClient(await writability.connect(), writability),
    end: () => pool.end(),
    options: pool.options,
  }
}

/** What a server answers on which nothing can be written: a replica, or one that was made read-only. */
const READ_ONLY = '25006'

/**
 * Tells the connections that were opened while the server was read-only. They stay so when it can be written to again,
 * so they are closed as soon as a newer one can write. As long as no connection was read-only, each is asked only once.
 */
class Writability {
  readonly #pool: Pool
  /** When each was found to be able to write, as a number of the spells before. */
  readonly #found = new WeakMap<PoolClient, number>()
  #spells = 0
  #readOnly = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** A connection that can write, if the server lets any. */
  async connect(): Promise<PoolClient> {
    const client = await this.#pool.connect()
    try {
      return await this.#replaced(client)
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** A connection turned out to be read-only. */
  note(): void {
    if (!this.#readOnly) this.#spells += 1
    this.#readOnly = true
  }

  async #replaced(client: PoolClient): Promise<PoolClient> {
    if (this.#found.get(client) === this.#spells || (await this.#canWrite(client))) return client
    client.release(true)
    const fresh = await this.#pool.connect()
    await this.#canWrite(fresh).catch((error) => {
      fresh.release(true)
      throw error
    })
    return fresh
  }

  async #canWrite(client: PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    const able = rows[0]?.transaction_read_only === 'off'
    if (able) {
      this.#readOnly = false
      this.#found.set(client, this.#spells)
    } else this.note()
    return able
  }
}

/** Closes a connection that did not reply, because another query on it would wait behind the first, or cannot write. */
class CheckedClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #writability: Writability
  #silent: Error | undefined
  #useless = false

  constructor(client: PoolClient, writability: Writability) {
    this.#client = client
    this.#writability = writability
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('rows are not streamed from PostgreSQL')
    return this.#query(sql, [...parameters])
  }

  release(destroy?: boolean): void {
    this.#client.release(this.#silent ?? (this.#useless || destroy))
  }

  async #query(sql: string, parameters: unknown[]) {
    if (this.#silent) throw this.#silent
    try {
      return await this.#client.query(sql, parameters)
    } catch (error) {
      if (isReadTimeout(error)) this.#silent = error
      if ((error as { code?: unknown }).code === READ_ONLY) {
        this.#useless = true
        this.#writability.note()
      }
      throw error
    }
  }
}

/** pg identifies this error only by its message. */
function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}
