import { openSnapshot } from '#corpus/index/index-file.ts'
import { IndexReader } from '#corpus/search/index-reader.ts'
import { createEngine } from './engine.ts'
import type { ResearchEngine } from './types.ts'

/**
 * An embedded engine over the current state of an index that another thread or process keeps up to date. Open a new one
 * to see changes.
 * @throws if there is no index file
 */
export function openSnapshotEngine(indexFile: string): ResearchEngine & {
  /** Closes the index. */
  close(): void
} {
  const database = openSnapshot(indexFile)
  const engine = createEngine({ library: new IndexReader(database) })
  return { research: (task, context) => engine.research(task, context), close: () => database.close() }
}
