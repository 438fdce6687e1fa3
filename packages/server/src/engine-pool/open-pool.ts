import { BackendLostError, type EngineEvent, type ResearchEngine, type SourceDocument } from '@deep-research/engine'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { CorpusSettings, EngineState, OpenedEngine } from '../product-engine.ts'
import { EngineThread } from './engine-thread.ts'

/**
 * Opens an engine over the corpus whose runs are spread over threads. One of them keeps the index up to date, the others
 * read it.
 * @throws UserError if the corpus is the reason that it cannot start.
 */
export async function openEnginePool(
  settings: CorpusSettings,
  progress: (line: string) => void,
  threads: number,
): Promise<OpenedEngine> {
  const pool = new EnginePool(settings, progress)
  await pool.open(threads)
  return pool
}

class EnginePool implements OpenedEngine {
  readonly #settings: CorpusSettings
  readonly #progress: (line: string) => void
  readonly #closing = new AbortController()
  /** The first one writes. */
  readonly #threads: EngineThread[] = []
  #state: EngineState | undefined
  #fingerprint: string | undefined

  constructor({ corpus, corpusBaseUrl, databaseUrl }: CorpusSettings, progress: (line: string) => void) {
    this.#settings = { corpus, corpusBaseUrl, databaseUrl }
    this.#progress = progress
  }

  async open(threads: number): Promise<void> {
    const writer = this.#start(0)
    await writer.opened
    // Whoever asks meanwhile is served by the first one.
    for (let place = 1; place < threads; place += 1) {
      this.#start(place).opened.catch((error) => this.#replace(place, error))
    }
  }

  async *research(...[task, { signal }]: Parameters<ResearchEngine['research']>): AsyncGenerator<EngineEvent> {
    const [least] = this.#threads.filter(({ isOpen }) => isOpen).sort((one, other) => one.load - other.load)
    if (!least) throw new BackendLostError('no thread of the engine is running at the moment')
    yield* least.research(task, signal)
  }

  async documentAt(url: string): Promise<SourceDocument | undefined> {
    const [writer] = this.#threads
    return writer?.isOpen ? await writer.documentAt(url) : undefined
  }

  describe(): EngineState {
    return this.#state ?? { documents: undefined, problems: 0, providers: [], model: undefined }
  }

  fingerprint(): string | undefined {
    return this.#fingerprint
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  #start(place: number): EngineThread {
    const writes = place === 0
    const thread = new EngineThread(
      { settings: this.#settings, writes },
      {
        progress: this.#progress,
        ready: ({ state, fingerprint }) => {
          // The index may have changed while the thread was opening it.
          if (!writes) return thread.renew()
          this.#state = state
          this.#fingerprint = fingerprint
          for (const other of this.#threads.slice(1)) if (other.isOpen) other.renew()
        },
        lost: (error) => this.#replace(place, error),
      },
    )
    this.#threads[place] = thread
    return thread
  }

  /** Starts a thread again until it runs. */
  async #replace(place: number, error: Error): Promise<void> {
    const { signal } = this.#closing
    this.#progress(`A thread of the engine ended and is started again: ${error.message}.`)
    for (let failures = 0; await wait(retryPause(failures), signal); failures += 1) {
      const opened = await this.#start(place).opened.then(
        () => true,
        () => false,
      )
      if (opened) return
    }
  }
}
