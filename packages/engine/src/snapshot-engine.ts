import { openSnapshot } from '#corpus/index/index-file.ts'
import { IndexReader } from '#corpus/search/index-reader.ts'
import { createEngine, type EngineOptions } from './engine.ts'
import type { ResearchEngine } from './types.ts'
import { warmUp } from './warm-up.ts'

/**
 * An embedded engine over the current state of an index that another thread or process keeps up to date. Open a new one
 * to see changes. `synonyms`: words that mean the same in it; default: none.
 * @throws if there is no index file
 */
export function openSnapshotEngine(
  indexFile: string,
  synonyms?: EngineOptions['synonyms'],
): ResearchEngine & {
  /** Does once what questions need, so that the first of them is not the slowest. Ends early when aborted. */
  warmUp(signal: AbortSignal): Promise<void>
  /** Closes the index. */
  close(): void
} {
  const database = openSnapshot(indexFile)
  const library = new IndexReader(database)
  const engine = createEngine({ library, synonyms })
  return {
    research: (task, context) => engine.research(task, context),
    warmUp: (signal) => warmUp(library, signal),
    close: () => database.close(),
  }
}
