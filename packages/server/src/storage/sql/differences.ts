import type { RawBuilder, SelectQueryBuilder, Transaction } from 'kysely'

/** The locks that a transaction takes. Each is held until the transaction ends. */
export interface Locks {
  /** Waits until no other process migrates the schema. */
  migration(transaction: Transaction<never>): Promise<void>
  /** Has a query lock the rows that it finds against changes by other transactions. */
  rows<Tables, Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>
}

/** Asks how many bytes the database takes. */
export type Size = RawBuilder<{ bytes: number | string }>

/** What may be said to the query planner. */
export interface Hints {
  /** A table as a `from` clause names it, read by way of an index where the planner can be told so. */
  byIndex(table: string, index: string): RawBuilder<unknown>
}
