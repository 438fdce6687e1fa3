import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Patience } from '#kernel/patience.ts'
import { whileBusy } from './busy.ts'
import type { Statement } from './commands.ts'
import type { DatabaseThread } from './thread.ts'
import type { WriterQueue } from './writer-queue.ts'

/** What the connections to one file share. */
export interface SqliteParts {
  thread: DatabaseThread
  queue: WriterQueue
  /** How long a statement waits for its turn and for the locks of other processes, in milliseconds. */
  patienceMs: number
  /** Whether reads have a connection of their own. */
  readsApart: boolean
}

/** Kysely's SQLite dialect on a thread. With `relaxed`, a power failure may lose commits. */
export function createKyselyDialect(parts: SqliteParts, { relaxed }: { relaxed: boolean }): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => createDriver(parts, relaxed),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** The queue puts writers in order, so that readers need not wait for them. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function createDriver(parts: SqliteParts, relaxed: boolean): Driver {
  const mine = (connection: DatabaseConnection) => connection as SqliteConnection
  return {
    async init() {},
    acquireConnection: async () => new SqliteConnection(parts, relaxed),
    beginTransaction: (connection) => mine(connection).begin(),
    commitTransaction: (connection) => mine(connection).commit(),
    rollbackTransaction: (connection) => mine(connection).rollback(),
    async releaseConnection() {},
    destroy: () => parts.thread.close(),
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #parts: SqliteParts
  readonly #relaxed: boolean
  /** Ends this connection's turn to write; it is set while a transaction runs. */
  #leave: (() => void) | undefined

  constructor(parts: SqliteParts, relaxed: boolean) {
    this.#parts = parts
    this.#relaxed = relaxed
  }

  /** Takes the write lock when a transaction begins, because one that has already read could fail to get it. */
  async begin(): Promise<void> {
    const patience = new Patience(this.#parts.patienceMs)
    const leave = await this.#parts.queue.enter(patience)
    try {
      await whileBusy(patience, () => this.#run('begin immediate'))
    } catch (error) {
      leave()
      throw error
    }
    this.#leave = leave
  }

  /** If a commit fails, the transaction is still open and can be rolled back. */
  async commit(): Promise<void> {
    await this.#run('commit')
    this.#end()
  }

  async rollback(): Promise<void> {
    await this.#run('rollback').finally(() => this.#end())
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#leave) return await this.#run(sql, parameters)
    const patience = new Patience(this.#parts.patienceMs)
    if (this.#parts.readsApart && SelectQueryNode.is(query)) {
      return await whileBusy(patience, () => this.#run(sql, parameters, 'reader'))
    }
    const leave = await this.#parts.queue.enter(patience)
    try {
      return await whileBusy(patience, () => this.#run(sql, parameters))
    } finally {
      leave()
    }
  }

  // biome-ignore lint/correctness/useYield: streaming is not supported, so there is nothing to yield.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are not streamed from SQLite')
  }

  #end(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  async #run<Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    on: Statement['on'] = 'writer',
  ): Promise<QueryResult<Row>> {
    const { rows, changes, insertId } = await this.#parts.thread.run({ sql, parameters, on, relaxed: this.#relaxed })
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(insertId !== undefined && { insertId: BigInt(insertId) }),
    }
  }
}
