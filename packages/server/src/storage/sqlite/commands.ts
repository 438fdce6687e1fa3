/** One statement for the thread of the database. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** `reader` sees committed data and waits for nobody; `writer` runs transactions and changes. */
  on: 'reader' | 'writer'
  /** Whether a power failure may lose its commit, though not a crash of the process. */
  relaxed: boolean
}

/** The result of a statement. */
export interface StatementResult {
  rows: unknown[]
  /** How many rows it changed, if it returns no rows. */
  changes?: number | bigint
  insertId?: number | bigint
}

/** What the thread should do with one of its databases. */
export type Task =
  | { do: 'open'; path: string }
  | { do: 'run'; statement: Statement }
  | { do: 'inspect'; sql: string }
  | { do: 'look' }
  | { do: 'close' }

/** A task, the number of its database, and a number that the answer repeats. */
export interface TaskMessage {
  id: number
  database: number
  task: Task
}

export type TaskResult = { id: number; result: StatementResult } | { id: number; error: ErrorFacts }

/** The parts of an error that cross threads; a copied Error would lose all but its message. */
export interface ErrorFacts {
  message: string
  code?: string | undefined
  /** SQLite's own error code. */
  errcode?: number | undefined
}
