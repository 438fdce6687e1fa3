import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Patience } from '#kernel/patience.ts'
import type { Connection } from '../sql/connection.ts'
import { whileBusy } from './busy.ts'

/** Look-ups in a SQLite file. */
export interface LookUps {
  lookUp: Connection['lookUp']
  close(): void
}

/** How many bytes of the file are mapped into memory, rather than copied page by page. */
const MAPPED = 268_435_456

/**
 * Runs look-ups on their own connection in the caller's thread; it sees no open transactions and does not wait for
 * them. In WAL mode only a recovery blocks readers; look-ups then retry for `patienceMs`.
 *
 * The look-ups of one turn of the event loop run together at its end, in one read transaction. Starting and ending a
 * transaction costs six times as much as a look-up, and a single look-up, whose code and pages have left the
 * processor's caches, costs four times as much as one that follows another.
 */
export function createLookUps(path: string, patienceMs: number): LookUps {
  const reader = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  reader.exec(`pragma mmap_size = ${MAPPED}`)
  const begin = reader.prepare('begin')
  const commit = reader.prepare('commit')
  let waiting: Waiting[] = []
  const lookUpAll = () => {
    const asked = waiting
    waiting = []
    try {
      if (asked.length > 1) begin.run()
      for (const { look, resolve } of asked) resolve(look())
    } catch {
      // Each look-up runs by itself, so that an error affects only the one that caused it.
      for (const { look, resolve, reject } of asked)
        whileBusy(new Patience(patienceMs), async () => look()).then(resolve, reject)
    } finally {
      if (reader.isOpen && reader.isTransaction) commit.run()
    }
  }
  return {
    lookUp<Row>({ sql }: { sql: string }) {
      const look = prepareWhenAsked<Row>(reader, sql)
      return (parameters: readonly string[]) =>
        new Promise<Row | undefined>((resolve, reject) => {
          if (waiting.length === 0) setImmediate(lookUpAll)
          waiting.push({ look: () => look(parameters), resolve: resolve as Waiting['resolve'], reject })
        })
    },
    close: () => reader.close(),
  }
}

/** A look-up that was requested in this turn. */
interface Waiting {
  look: () => unknown
  resolve: (row: unknown) => void
  reject: (error: unknown) => void
}

/** Prepares a query at its first call, because its table may not exist before. */
function prepareWhenAsked<Row>(database: DatabaseSync, sql: string) {
  let statement: StatementSync | undefined
  return ([...parameters]: readonly string[]) => {
    statement ??= database.prepare(sql)
    return statement.get(...parameters) as Row | undefined
  }
}
