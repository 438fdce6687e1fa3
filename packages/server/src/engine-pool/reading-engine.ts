import { type EngineEvent, openSnapshotEngine, type ResearchEngine } from '@deep-research/engine'

/** What takes part in research beside the index. */
export type ReadingOptions = NonNullable<Parameters<typeof openSnapshotEngine>[1]>

interface Snapshot {
  engine: ReturnType<typeof openSnapshotEngine>
  runs: number
}

/**
 * An engine over an index that somebody else keeps up to date. Runs that have begun go on with the index as it was;
 * later ones see the new one.
 */
export class ReadingEngine implements ResearchEngine {
  readonly #open: () => ReturnType<typeof openSnapshotEngine>
  #newest: Snapshot

  /**
   * Without an index it has no documents of its own.
   * @throws if there is no such file.
   */
  constructor(indexFile: string | undefined, options: ReadingOptions = {}) {
    this.#open = () => openSnapshotEngine(indexFile, options)
    this.#newest = { engine: this.#open(), runs: 0 }
  }

  async *research(...[task, context]: Parameters<ResearchEngine['research']>): AsyncGenerator<EngineEvent> {
    const snapshot = this.#hold()
    try {
      yield* snapshot.engine.research(task, context)
    } finally {
      this.#release(snapshot)
    }
  }

  /** Does once what questions need. Ends early when aborted. */
  async warmUp(signal: AbortSignal): Promise<void> {
    const snapshot = this.#hold()
    try {
      await snapshot.engine.warmUp(signal)
    } finally {
      this.#release(snapshot)
    }
  }

  /** Sees from now on what was written to the index meanwhile. */
  renew(): void {
    const former = this.#newest
    this.#newest = { engine: this.#open(), runs: 0 }
    if (former.runs === 0) former.engine.close()
  }

  close(): void {
    this.#newest.engine.close()
  }

  #hold(): Snapshot {
    this.#newest.runs += 1
    return this.#newest
  }

  #release(snapshot: Snapshot): void {
    snapshot.runs -= 1
    if (snapshot !== this.#newest && snapshot.runs === 0) snapshot.engine.close()
  }
}
