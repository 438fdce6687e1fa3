import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Connection } from '../sql/schema.ts'
import { whileBusy } from './busy.ts'

/** Look-ups in a SQLite file. */
export interface LookUps {
  lookUp: Connection['lookUp']
  close(): void
}

/** Bytes of the file that look-ups read in place, rather than copy page by page. */
const MAPPED = 268_435_456

/**
 * Look-ups on a connection of their own in the caller's thread, which sees no transaction that is still open and waits
 * for none. In a WAL nothing but a recovery shuts readers out; then they try again as long as `patienceMs`.
 *
 * The look-ups of one turn of the event loop are made together at its end, in one read transaction: to begin and end
 * one costs six times what a look-up costs, and a look-up alone, its code and pages long out of the processor's
 * caches, four times what it costs after another one.
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
      // Each look-up runs by itself, so that an error reaches only the one that caused it.
      const until = performance.now() + patienceMs
      for (const { look, resolve, reject } of asked) whileBusy(until, async () => look()).then(resolve, reject)
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

/** A look-up that was asked for in this turn. */
interface Waiting {
  look: () => unknown
  resolve: (row: unknown) => void
  reject: (error: unknown) => void
}

/** Prepares a query at its first call, since its table may not exist before. */
function prepareWhenAsked<Row>(database: DatabaseSync, sql: string) {
  let statement: StatementSync | undefined
  return ([...parameters]: readonly string[]) => {
    statement ??= database.prepare(sql)
    return statement.get(...parameters) as Row | undefined
  }
}
