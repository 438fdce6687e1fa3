import { Pool, type PoolConfig, types } from 'pg'

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
