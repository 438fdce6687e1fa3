import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Database } from '../sql/schema.ts'

/** Look-ups in a SQLite file. */
export interface LookUps {
  lookUp: Database['lookUp']
  /** To be called when something was written. */
  forget(): void
  close(): void
}

/** Bytes of the file that look-ups read in place, rather than copy page by page. */
const MAPPED = 268_435_456

/** How long a look-up waits for a lock, in milliseconds; in a WAL it waits for recovery alone. */
const BUSY_TIMEOUT = 5_000

/**
 * Look-ups on a connection of their own, which sees no transaction that is still open and waits for none. A database
 * in memory has one connection alone.
 *
 * To begin and end reading costs six times what a look-up costs, so the look-ups of one turn of the event loop share
 * it. What they answer was sent before that turn began, so they miss nothing that was committed before it.
 */
export function createLookUps(path: string, database: DatabaseSync): LookUps {
  if (path === ':memory:') return { lookUp: (query) => prepareWhenAsked(database, query), forget() {}, close() {} }
  const reader = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT })
  reader.exec(`pragma mmap_size = ${MAPPED}`)
  const begin = reader.prepare('begin')
  const commit = reader.prepare('commit')
  let reading = false
  const forget = () => {
    if (reading) commit.run()
    reading = false
  }
  return {
    lookUp<Row>(query: { sql: string }) {
      const look = prepareWhenAsked<Row>(reader, query)
      return (parameters: readonly string[]) => {
        if (!reading) {
          begin.run()
          reading = true
          setImmediate(forget)
        }
        return look(parameters)
      }
    },
    forget,
    close() {
      forget()
      reader.close()
    },
  }
}

/** The schema may be made only after the query. */
function prepareWhenAsked<Row>(database: DatabaseSync, { sql }: { sql: string }) {
  let statement: StatementSync | undefined
  return ([...parameters]: readonly string[]) => {
    statement ??= database.prepare(sql)
    return statement.get(...parameters) as Row | undefined
  }
}
