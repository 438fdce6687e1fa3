import type { DatabaseSync } from 'node:sqlite'

/** Where documents go that a refresh removes, for those who still read what was there before it. */
export interface FormerDocuments {
  /** What is there now stays readable until the function that this gives is called. */
  hold(): () => void
  /** A refresh has come to its end: what began to read since then needs nothing that it removed. */
  renewed(generation: number): void
}

/** On disk, as a folder that is emptied may have held more than fits into memory; gone with the connection. */
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS former (
  id TEXT PRIMARY KEY, generation INTEGER NOT NULL, title TEXT NOT NULL, year INTEGER, metadata TEXT NOT NULL,
  text TEXT NOT NULL
)`

/** Makes the table that the writer moves removed documents to. Before any statement that names it is prepared. */
export function createFormerTable(database: DatabaseSync): void {
  database.exec(TABLE)
}

/** Keeps removed documents as long as a holder may ask for them. `generation`: of the index as it is now. */
export function createFormerDocuments(
  database: DatabaseSync,
  generation: number,
  onForgotten: () => void,
): FormerDocuments {
  const forget = database.prepare('DELETE FROM temp.former WHERE generation <= ?')
  const holders = new Map<symbol, number>()
  let current = generation
  const clear = () => {
    if (forget.run(Math.min(current, ...holders.values())).changes > 0) onForgotten()
  }
  return {
    hold() {
      const holder = Symbol('holder')
      holders.set(holder, current)
      return () => {
        if (holders.delete(holder)) clear()
      }
    },
    renewed(next) {
      current = next
      clear()
    },
  }
}
