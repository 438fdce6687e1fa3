import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { StepJournal } from '#jobs/run-store.ts'
import type { Hints, Locks, Size } from './differences.ts'
import type { Tables } from './schema.ts'

/** A database for the query modules, with what they need to know about its dialect. */
export interface Database extends Connection {
  locks: Locks
  hints: Hints
  size: Size
}

/** An opened database. */
export interface Connection {
  kysely: Kysely<Tables>
  /**
   * Aborted with a {@link StorageLostError} once the database is no longer the one that was opened. Nothing is stored
   * from then on.
   */
  lost: AbortSignal
  /** Runs work whose commits a power failure may lose, though not a crash of the process. */
  withoutSync<Result>(work: (db: Executor) => Promise<Result>): Promise<Result>
  /** Where steps wait while another process locks the database; undefined if none can. */
  journal?: StepJournal | undefined
  /** Runs a migration, which may take longer than other statements. */
  migrating<Result>(work: (kysely: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /**
   * Runs a query in a way that notices what an open connection does not: a missing or damaged file, a full disk.
   * @throws if the database is not sound.
   */
  inspect(query: CompiledQuery): Promise<void>
  /** Prepares a look-up for a query that runs with every request; it sees only committed data. */
  lookUp<Row>(query: CompiledQuery<Row>): LookUp<Row>
}

/** Runs a prepared query and returns its first row, immediately if the database is in this process. */
export type LookUp<Row> = (parameters: readonly string[]) => Row | undefined | Promise<Row | undefined>

/** What queries run in: the database itself or one of its transactions. */
export type Executor = Kysely<Tables> | Transaction<Tables>
