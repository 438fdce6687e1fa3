import type { Log } from '#kernel/log.ts'
import type { Hold } from './hold.ts'
import type { Hints, Locks, Size } from './sql/differences.ts'
import type { Database } from './sql/schema.ts'

/** A kind of database. Each is a folder of its own, and nothing outside of it asks which one is in use. */
export interface Dialect {
  /** The product's name, as people know it. */
  name: string
  /** How its URL is written, for people. */
  urlForm: string
  /** Whether a database URL is meant for this dialect. */
  takes(url: string): boolean
  locks: Locks
  hints: Hints
  size: Size
  /**
   * Opens the database of a URL, making it where that is possible. Its schema is as it was left.
   * @throws UserError where it cannot be opened or reached.
   */
  open(url: string): Promise<Database>
  /**
   * Makes this process the only service of the embedded shape on the database.
   * @throws UserError where another service is there.
   */
  hold(url: string, log: Log): Promise<Hold>
  /** The folder of the database's file, in which the service keeps other files; undefined where it has no file. */
  folder(url: string): string | undefined
  /**
   * The secret that signs the dashboard's cookies, where the settings have none.
   * @throws UserError where this dialect has no place to keep one.
   */
  authSecret(url: string): string
}
