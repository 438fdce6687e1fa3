import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { ErrorFacts, Statement, StatementResult, Task, TaskMessage, TaskResult } from './commands.ts'
import { identityOf, requireRoom, requireSame } from './soundness.ts'
import { IN_MEMORY } from './url.ts'

/**
 * How long opening a file waits for another process's lock, in milliseconds. Statements wait elsewhere: see `busy.ts`.
 */
const OPEN_TIMEOUT = 5_000

/** How many statements stay prepared on a connection. The query modules have some dozens. */
const MAX_PREPARED = 200

/** A connection to a file, and the statements that stay prepared on it. */
interface Handle {
  database: DatabaseSync
  prepared: Map<string, StatementSync>
}

interface Handles {
  path: string
  /** The files to which the path led when it was opened. */
  files: string
  writer: Handle
  reader: Handle
}

/** The bytes that must be free on the disk: far more than a second of requests writes. */
const LEAST_ROOM = 16_777_216

const NOTHING: StatementResult = { rows: [] }

/** Runs a thread that owns SQLite databases, so that a slow disk or a long statement blocks only this thread. */
function serve(port: MessagePort): void {
  const databases = new Map<number, Handles>()
  port.on('message', ({ id, database, task }: TaskMessage) => {
    port.postMessage(answer(id, () => perform(databases, database, task)))
  })
}

function answer(id: number, act: () => StatementResult): TaskResult {
  try {
    return { id, result: act() }
  } catch (error) {
    return { id, error: factsOf(error) }
  }
}

function perform(databases: Map<number, Handles>, number: number, task: Task): StatementResult {
  if (task.do === 'open') {
    databases.set(number, open(task.path))
    return NOTHING
  }
  const handles = databases.get(number)
  if (!handles) throw new Error('the database is closed')
  if (task.do === 'run') return run(handles, task.statement)
  if (task.do === 'inspect') return inspect(handles, task.sql)
  if (task.do === 'look') {
    requireFiles(handles)
    return NOTHING
  }
  databases.delete(number)
  handles.reader.database.close()
  if (handles.writer !== handles.reader) handles.writer.database.close()
  return NOTHING
}

/** Opens two connections to a file, but only one to a database in memory. */
function open(path: string): Handles {
  const database = new DatabaseSync(path, { timeout: OPEN_TIMEOUT, enableForeignKeyConstraints: true })
  try {
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma busy_timeout = 0')
    foldAllCases(database)
    const writer = { database, prepared: new Map() }
    if (path === IN_MEMORY) return { path, files: '', writer, reader: writer }
    const reader = { database: new DatabaseSync(path, { readOnly: true }), prepared: new Map() }
    foldAllCases(reader.database)
    // The write-ahead log is there from the first read on.
    reader.database.exec('select count(*) from sqlite_schema')
    return { path, files: identityOf(path), writer, reader }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Makes comparisons ignore case for all letters, because SQLite itself does so only for ASCII. */
function foldAllCases(database: DatabaseSync): void {
  database.function('lower', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
}

function run(handles: Handles, { sql, parameters, relaxed, on }: Statement): StatementResult {
  const { database, prepared } = handles[on]
  // On a full disk SQLite rolls back by itself; a second rollback would fail and hide the reason.
  if (sql === 'rollback' && !database.isTransaction) return NOTHING
  // Checked before each commit, because an open connection goes on writing to files that are no longer there.
  if (on === 'writer' && (sql === 'commit' || !database.isTransaction)) requireFiles(handles)
  const statement = prepared.get(sql) ?? database.prepare(sql)
  if (prepared.size < MAX_PREPARED) prepared.set(sql, statement)
  if (!relaxed) return execute(statement, parameters)
  database.exec('pragma synchronous = normal')
  try {
    return execute(statement, parameters)
  } finally {
    database.exec('pragma synchronous = full')
  }
}

/** @throws {@link StorageLostError} if they are no longer there. */
function requireFiles({ path, files }: Handles): void {
  if (path !== IN_MEMORY) requireSame(path, files)
}

/**
 * Notices what open connections do not: they keep using a deleted file and the pages that they have already read.
 * @throws if the path leads to another file, if the disk is nearly full, and what SQLite says about the query.
 */
function inspect(handles: Handles, sql: string): StatementResult {
  const { path } = handles
  if (path === IN_MEMORY) return NOTHING
  requireFiles(handles)
  requireRoom(dirname(path), LEAST_ROOM)
  const fresh = new DatabaseSync(path, { readOnly: true })
  try {
    return { rows: fresh.prepare(sql).all() }
  } finally {
    fresh.close()
  }
}

function execute(statement: StatementSync, parameters: readonly unknown[]): StatementResult {
  const values = parameters as readonly SQLInputValue[]
  if (statement.columns().length > 0) return { rows: statement.all(...values) }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], changes, insertId: lastInsertRowid }
}

function factsOf(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, code, errcode } = error as Error & ErrorFacts
  return { message, code, errcode }
}

if (parentPort) serve(parentPort)
