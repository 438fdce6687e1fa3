import { openSnapshot } from '#corpus/index/index-file.ts'
import { IndexReader } from '#corpus/search/index-reader.ts'
import type { CorpusProblem } from '#corpus/types.ts'
import { EMPTY_LIBRARY } from './empty-library.ts'
import { createEngine, type EngineOptions } from './engine.ts'
import type { ResearchEngine } from './types.ts'
import { warmUp } from './warm-up.ts'

/**
 * An embedded engine over the current state of an index that another thread or process keeps up to date. Open a new one
 * to see changes. Without an index it has no documents of its own. The options are those of any engine.
 * @throws if there is no index file
 */
export function openSnapshotEngine(
  indexFile: string | undefined,
  options: Pick<EngineOptions, 'assist' | 'semantics' | 'onDegraded' | 'synonyms'> = {},
): ResearchEngine & {
  /** Does once what questions need, so that the first of them is not the slowest. Ends early when aborted. */
  warmUp(signal: AbortSignal): Promise<void>
  /** Closes the index. */
  close(): void
} {
  const database = indexFile === undefined ? undefined : openSnapshot(indexFile)
  const library = database ? new IndexReader(database) : EMPTY_LIBRARY
  const engine = createEngine({ ...options, library })
  return {
    research: (task, context) => engine.research(task, context),
    warmUp: (signal) => warmUp(library, signal),
    close: () => database?.close(),
  }
}

/**
 * What could not be read, or was left out, when an index was last brought up to date. No source is read again.
 * @throws if there is no index file
 */
export function problemsOfIndex(indexFile: string): CorpusProblem[] {
  const database = openSnapshot(indexFile)
  try {
    return new IndexReader(database).storedProblems()
  } finally {
    database.close()
  }
}
