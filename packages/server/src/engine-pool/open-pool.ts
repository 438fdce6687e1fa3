import { BackendLostError, type EngineEvent, type ResearchEngine, type SourceDocument } from '@deep-research/engine'
import { retryPause, wait } from '#kernel/retry-pause.ts'
import type { CorpusSettings, EngineState, OpenedEngine } from '../corpus-engine.ts'
import { EngineThread, type Starting } from './engine-thread.ts'

export interface PoolOptions {
  mostThreads: number
  /** The first thread, if it was started before. */
  first?: Starting | undefined
}

/**
 * An engine over the corpus whose runs are spread over threads. The first thread keeps the index up to date, the others
 * read it; they are started when all that run have something to do.
 */
export function openEnginePool(
  settings: CorpusSettings,
  progress: (line: string) => void,
  options: PoolOptions,
): OpenedEngine & { opened: Promise<void> } {
  return new EnginePool(settings, progress, options)
}

class EnginePool implements OpenedEngine {
  readonly opened: Promise<void>
  readonly #settings: CorpusSettings
  readonly #progress: (line: string) => void
  readonly #mostThreads: number
  readonly #closing = new AbortController()
  /** The first one writes. */
  readonly #threads: EngineThread[] = []
  #state: EngineState | undefined
  #fingerprint: string | undefined

  constructor(settings: CorpusSettings, progress: (line: string) => void, { mostThreads, first }: PoolOptions) {
    this.#settings = settings
    this.#progress = progress
    this.#mostThreads = mostThreads
    this.opened = this.#start(0, first).opened
  }

  async *research(...[task, { signal }]: Parameters<ResearchEngine['research']>): AsyncGenerator<EngineEvent> {
    const [least] = this.#threads.filter(({ isOpen }) => isOpen).sort((one, other) => one.load - other.load)
    if (!least) throw new BackendLostError('no thread of the engine is running at the moment')
    if (least.load > 0) this.#grow()
    yield* least.research(task, signal)
  }

  async documentAt(url: string): Promise<SourceDocument | undefined> {
    const [writer] = this.#threads
    return writer?.isOpen ? await writer.documentAt(url) : undefined
  }

  get threads(): { running: number; most: number } {
    return { running: this.#threads.filter(({ isOpen }) => isOpen).length, most: this.#mostThreads }
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

  /** Starts one more thread for whoever asks from now on; whoever has asked is not kept waiting. */
  #grow(): void {
    const place = this.#threads.length
    if (place >= this.#mostThreads || this.#threads.some(({ isOpen }) => !isOpen)) return
    this.#start(place).opened.catch((error) => this.#replace(place, error))
  }

  #start(place: number, starting?: Starting): EngineThread {
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
      starting,
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
