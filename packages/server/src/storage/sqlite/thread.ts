import { Worker } from 'node:worker_threads'
import { StorageLostError } from '#kernel/storage-lost-error.ts'
import { threadOptions } from '#kernel/thread-options.ts'
import type { ErrorFacts, Statement, StatementResult, Task, TaskMessage, TaskResult } from './commands.ts'

/** A SQLite database that is open in a thread of its own. */
export interface DatabaseThread {
  /**
   * @throws SQLite's error with its `errcode`, an error that the thread has ended, or {@link StorageLostError} for what
   * would be written to a file that was removed or replaced.
   */
  run(statement: Statement): Promise<StatementResult>
  /**
   * Runs a query on its own connection.
   * @throws if the file is not sound.
   */
  inspect(sql: string): Promise<StatementResult>
  /** @throws {@link StorageLostError} if the file was removed or replaced. */
  look(): Promise<StatementResult>
  close(): Promise<void>
}

/** In the sources it is beside this file, in a build beside the program. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sqlite-worker.js', import.meta.url)

/** All databases of the process share one thread, because starting one takes longer than opening a database. */
let shared: Thread | undefined
let opened = 0

/** Starts the thread of the databases, unless it is running. It does not keep the process alive. */
export function startThread(): Thread {
  if (!shared || shared.ended) shared = new Thread()
  return shared
}

/**
 * Opens a SQLite database in a thread: on a shared disk a durable commit can take 60 ms, whereas asking a thread takes
 * 17 µs.
 * @throws SQLite's error if it cannot open the file.
 */
export async function openInThread(path: string): Promise<DatabaseThread> {
  const thread = startThread()
  opened += 1
  const database = opened
  await thread.ask(database, { do: 'open', path })
  return {
    run: (statement) => thread.ask(database, { do: 'run', statement }),
    inspect: (sql) => thread.ask(database, { do: 'inspect', sql }),
    look: () => thread.ask(database, { do: 'look' }),
    async close() {
      await thread.ask(database, { do: 'close' })
    },
  }
}

interface Waiting {
  resolve: (result: StatementResult) => void
  reject: (error: Error) => void
}

class Thread {
  readonly #worker = new Worker(WORKER, threadOptions())
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #ended: Error | undefined

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (answer: TaskResult) => this.#take(answer))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the thread of the database is over')))
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  ask(database: number, task: Task): Promise<StatementResult> {
    if (this.#ended) return Promise.reject(this.#ended)
    this.#asked += 1
    const id = this.#asked
    // Only a pending task keeps the process alive.
    if (this.#waiting.size === 0) this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, database, task } satisfies TaskMessage)
    })
  }

  #take(answer: TaskResult): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('error' in answer) waiting?.reject(toError(answer.error))
    else waiting?.resolve(answer.result)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

function toError({ message, ...facts }: ErrorFacts): Error {
  return facts.code === StorageLostError.code ? new StorageLostError(message) : Object.assign(new Error(message), facts)
}
