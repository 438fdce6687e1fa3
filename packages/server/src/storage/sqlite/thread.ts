import { Worker } from 'node:worker_threads'
import type { Answer, ErrorFacts, Question, Statement, StatementResult, Task } from './commands.ts'

/** A SQLite database that a thread of its own has opened. */
export interface DatabaseThread {
  /** @throws the error of SQLite with its `errcode`, or that the thread has ended. */
  run(statement: Statement): Promise<StatementResult>
  /** Reads what a query asks for on a connection of its own. @throws where the file is not sound. */
  inspect(sql: string): Promise<StatementResult>
  close(): Promise<void>
}

/** Beside this file in the sources, beside the program in a build. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sqlite-worker.js', import.meta.url)

/** All databases of the process share one thread: to start one takes longer than to open a database. */
let shared: Thread | undefined
let opened = 0

/**
 * Opens a SQLite database in a thread. On a disk that others use too, making sure of a commit was seen to take 60 ms,
 * and to ask a thread takes 17 µs.
 * @throws what SQLite says where it cannot open the file.
 */
export async function openInThread(path: string): Promise<DatabaseThread> {
  if (!shared || shared.ended) shared = new Thread()
  const thread = shared
  opened += 1
  const database = opened
  await thread.ask(database, { do: 'open', path })
  return {
    run: (statement) => thread.ask(database, { do: 'run', statement }),
    inspect: (sql) => thread.ask(database, { do: 'inspect', sql }),
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
  readonly #worker = new Worker(WORKER, { env: {} })
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #ended: Error | undefined

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (answer: Answer) => this.#take(answer))
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
      this.#worker.postMessage({ id, database, task } satisfies Question)
    })
  }

  #take(answer: Answer): void {
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
  return Object.assign(new Error(message), facts)
}
