/** One statement for the database's thread. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
  /** `reader` sees what is committed and waits for nobody; `writer` is where transactions and changes are made. */
  on: 'reader' | 'writer'
  /** Whether its commit may be lost with the machine's power, though not with the process. */
  relaxed: boolean
}

/** The result of a statement. */
export interface StatementResult {
  rows: unknown[]
  /** How many rows it changed, if it returns none. */
  changes?: number | bigint
  insertId?: number | bigint
}

/** What the thread is asked to do with one of its databases. */
export type Task =
  | { do: 'open'; path: string }
  | { do: 'run'; statement: Statement }
  | { do: 'inspect'; sql: string }
  | { do: 'close' }

/** A task, the number of the database that it is for, and a number that the answer repeats. */
export interface Question {
  id: number
  database: number
  task: Task
}

export type Answer = { id: number; result: StatementResult } | { id: number; error: ErrorFacts }

/** An error as it crosses threads: a copied Error would lose all but its message. */
export interface ErrorFacts {
  message: string
  code?: string | undefined
  /** SQLite's own number of what went wrong. */
  errcode?: number | undefined
}
