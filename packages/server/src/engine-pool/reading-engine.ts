import { type EngineEvent, openSnapshotEngine, type ResearchEngine, type Synonyms } from '@deep-research/engine'

interface Snapshot {
  engine: ReturnType<typeof openSnapshotEngine>
  runs: number
}

/**
 * An engine over an index that somebody else keeps up to date. Runs that have begun go on with the index as it was;
 * later ones see the new one.
 */
export class ReadingEngine implements ResearchEngine {
  readonly #open: () => Snapshot
  #newest: Snapshot

  /** @throws if there is no index file. */
  constructor(indexFile: string, synonyms?: Synonyms) {
    this.#open = () => ({ engine: openSnapshotEngine(indexFile, synonyms), runs: 0 })
    this.#newest = this.#open()
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
    this.#newest = this.#open()
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
