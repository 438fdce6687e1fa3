import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isCut, noteBeforeCommit, readAgain } from './cut.ts'

/**
 * A pool for Kysely that closes connections which did not reply in time, or which cannot write although others can. A
 * reading statement outside a transaction is done again on another connection if its own was cut.
 * @param times how often at most
 */
export function withoutUselessConnections(pool: Pool, times: number): PostgresPool {
  const writability = new Writability(pool, times)
  return {
    connect: async () => new CheckedClient(await writability.connect(), writability, times),
    end: () => pool.end(),
    options: pool.options,
  }
}

/** What a server answers on which nothing can be written: a replica, or one that was made read-only. */
const READ_ONLY = '25006'

/**
 * Finds the connections that were opened while the server was read-only. They stay read-only when the server can be
 * written to again, so they are closed as soon as a newer one can write. As long as no connection was read-only, each
 * is asked only once.
 */
class Writability {
  readonly #pool: Pool
  readonly #times: number
  /** How many read-only spells there had been when each connection was found to be able to write. */
  readonly #found = new WeakMap<PoolClient, number>()
  #spells = 0
  #readOnly = false

  constructor(pool: Pool, times: number) {
    this.#pool = pool
    this.#times = times
  }

  /** A connection that can write, if the server lets any. */
  connect(): Promise<PoolClient> {
    return readAgain(this.#times, async () => this.#replaced(await this.#pool.connect()))
  }

  /** A connection turned out to be read-only. */
  note(): void {
    if (!this.#readOnly) this.#spells += 1
    this.#readOnly = true
  }

  async #replaced(client: PoolClient): Promise<PoolClient> {
    if (this.#found.get(client) === this.#spells || (await this.#asked(client))) return client
    client.release(true)
    const fresh = await this.#pool.connect()
    await this.#asked(fresh)
    return fresh
  }

  async #asked(client: PoolClient): Promise<boolean> {
    try {
      return await this.#canWrite(client)
    } catch (error) {
      client.release(true)
      throw error
    }
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

/** Closes a connection that cannot write, or that did not reply: another query on it would wait behind the first. */
class CheckedClient implements PostgresPoolClient {
  #client: PoolClient
  readonly #writability: Writability
  readonly #times: number
  /** Why nothing can be asked any more. */
  #over: Error | undefined
  #useless = false
  #inTransaction = false

  constructor(client: PoolClient, writability: Writability, times: number) {
    this.#client = client
    this.#writability = writability
    this.#times = times
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new Error('rows are not streamed from PostgreSQL')
    if (sql === BEGIN) this.#inTransaction = true
    if (this.#inTransaction || !READS.test(sql)) return this.#query(sql, [...parameters])
    return readAgain(this.#times, () => this.#read(sql, [...parameters]))
  }

  release(destroy?: boolean): void {
    this.#client.release(this.#over ?? (this.#useless || destroy))
  }

  async #read(sql: string, parameters: unknown[]) {
    if (this.#over) {
      const client = await this.#writability.connect()
      this.#client.release(this.#over)
      this.#client = client
      this.#over = undefined
    }
    return await this.#query(sql, parameters)
  }

  async #query(sql: string, parameters: unknown[]) {
    if (this.#over) throw this.#over
    try {
      return await this.#client.query(sql, parameters)
    } catch (error) {
      if (isReadTimeout(error)) this.#over = error
      if (isCut(error)) {
        this.#over = error
        if (this.#inTransaction && sql !== COMMIT) noteBeforeCommit(error)
      }
      if ((error as { code?: unknown }).code === READ_ONLY) {
        this.#useless = true
        this.#writability.note()
      }
      throw error
    }
  }
}

/** How Kysely begins and ends each transaction. */
const BEGIN = 'begin'
const COMMIT = 'commit'

/** A statement that only reads. */
const READS = /^select\b/

/** pg identifies this error only by its message. */
function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}
