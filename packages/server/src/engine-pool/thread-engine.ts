import { type EngineEvent, openSnapshotEngine, type ResearchEngine, type SourceDocument } from '@deep-research/engine'
import { type EngineState, openCorpusEngine } from '../corpus-engine.ts'
import type { ThreadData } from './messages.ts'

/** The engine of one thread. */
export interface ThreadEngine extends ResearchEngine {
  /** Undefined for a thread that only reads. */
  state?(): { state: EngineState; fingerprint: string | undefined }
  documentAt?(url: string): SourceDocument | undefined
  /** Sees from now on what was written to the index meanwhile. */
  renew?(): void
  close(): void
}

/** Opens the engine that keeps the index up to date, or one that reads it. `changed` is called when the index was. */
export async function openThreadEngine(
  { settings, writes }: ThreadData,
  progress: (line: string) => void,
  changed: () => void,
): Promise<ThreadEngine> {
  if (!writes) return new ReadingEngine(settings.indexFile)
  const engine = await openCorpusEngine(settings, progress, { onChange: changed })
  return {
    research: (task, context) => engine.research(task, context),
    state: () => ({ state: engine.describe(), fingerprint: engine.fingerprint?.() }),
    documentAt: (url) => engine.documentAt?.(url),
    close: () => engine.close(),
  }
}

interface Snapshot {
  engine: ReturnType<typeof openSnapshotEngine>
  runs: number
}

/** Runs that have begun go on with the index as it was; later ones see the new one. */
class ReadingEngine implements ThreadEngine {
  readonly #indexFile: string
  #newest: Snapshot

  constructor(indexFile: string) {
    this.#indexFile = indexFile
    this.#newest = { engine: openSnapshotEngine(indexFile), runs: 0 }
  }

  async *research(...[task, context]: Parameters<ResearchEngine['research']>): AsyncGenerator<EngineEvent> {
    const snapshot = this.#newest
    snapshot.runs += 1
    try {
      yield* snapshot.engine.research(task, context)
    } finally {
      snapshot.runs -= 1
      if (snapshot !== this.#newest && snapshot.runs === 0) snapshot.engine.close()
    }
  }

  renew(): void {
    const former = this.#newest
    this.#newest = { engine: openSnapshotEngine(this.#indexFile), runs: 0 }
    if (former.runs === 0) former.engine.close()
  }

  close(): void {
    this.#newest.engine.close()
  }
}
