import type { Log } from '#kernel/log.ts'
import type { Hold } from './hold.ts'
import type { Database } from './sql/connection.ts'
import type { Hints, Locks, Size } from './sql/differences.ts'

/** A kind of database. Each has its own folder, and nothing outside it asks which one is in use. */
export interface Dialect {
  /** The name of the product, for people. */
  name: string
  /** The form of its URL, for people. */
  urlForm: string
  /** Whether a database URL belongs to this dialect. */
  takes(url: string): boolean
  locks: Locks
  hints: Hints
  size: Size
  /** Begins what `open` would otherwise wait for, where the caller has something else to do first. */
  warm?(): void
  /**
   * Opens the database at a URL, and creates it if possible. Its schema is left as it is.
   * @throws {@link UserError} if the database cannot be opened or reached.
   */
  open(url: string): Promise<Database>
  /** Whether processes on several machines can use a database together. */
  shared: boolean
  /**
   * Makes this process the only service on the database or, if it is shared, the one that does its upkeep as soon as no
   * other process does.
   * @throws {@link UserError} if another service uses it and does not share it.
   */
  hold(url: string, log: Log, shared?: boolean): Promise<Hold>
  /** The folder of the database file, where the service stores other files too; undefined if there is no file. */
  folder(url: string): string | undefined
  /**
   * The secret that signs the dashboard's cookies if the settings contain none.
   * @throws {@link UserError} if this dialect has no place to store a secret.
   */
  authSecret(url: string): string
  /** Whether this dialect has a place to store a secret. */
  keepsSecret: boolean
}
