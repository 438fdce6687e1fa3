import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

/** Most statements that stay prepared. The query modules have some dozens. */
const MAX_PREPARED = 200

/** Kysely's SQLite dialect on Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync
  readonly #adapted: SqliteDatabase

  /** `closed` is called when Kysely closes the database. */
  constructor(database: DatabaseSync, closed: () => void) {
    const adapted = adapt(database, closed)
    super({ database: adapted })
    this.#database = database
    this.#adapted = adapted
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#adapted }, this.#database)
  }
}

/** Takes the write lock when a transaction begins: one that read first could not get it without failing. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0], database: DatabaseSync) {
    super(config)
    this.#database = database
  }

  /** A full disk has SQLite roll back by itself; to ask for it again would fail, and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

function adapt(database: DatabaseSync, closed: () => void): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof adaptStatement>>()
  return {
    close() {
      closed()
      database.close()
    },
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      const statement = adaptStatement(database.prepare(sql))
      if (prepared.size < MAX_PREPARED) prepared.set(sql, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  }
}
