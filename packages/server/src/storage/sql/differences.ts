import type { RawBuilder, SelectQueryBuilder, Transaction } from 'kysely'

/** The locks that a transaction takes. Each is held until the transaction ends. */
export interface Locks {
  /** Waits until no other process migrates the schema. */
  migration(transaction: Transaction<never>): Promise<void>
  /** Locks the rows that a query finds against changes by other transactions. */
  rows<Tables, Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>
  /** Keeps other transactions from changing the rows that a query finds; any number may do this at once. */
  shared<Tables, Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>
}

/** A query for the size of the database in bytes. */
export type Size = RawBuilder<{ bytes: number | string }>

/** Hints for the query planner. */
export interface Hints {
  /** A table for a `from` clause, with a hint to use an index if the database supports hints. */
  byIndex(table: string, index: string): RawBuilder<unknown>
}
