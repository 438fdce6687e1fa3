import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { reasonOf } from '../sources/problem.ts'
import type { CorpusEntry, CorpusProblem, CorpusSource, IndexProgress, SyncReport } from '../types.ts'
import { createIndexWriter, type IndexOperation, type IndexWriter, type Stem } from './index-writer.ts'

/** A batch is written when it holds this much text (UTF-16 units): some 50 ms of work, then others get their turn. */
const BATCH_TEXT = 200_000
/** A step without a text is counted as so much of it. */
const STEP = 100

export interface SynchroniseOptions {
  sources: readonly CorpusSource[]
  stem: Stem
  signal: AbortSignal
  /** Whether documents that go are kept for those who still read them. */
  keepFormer: boolean
  onProgress?: ((progress: IndexProgress) => void) | undefined
}

/** What could not be listed; what could not be read is kept in the index. */
export interface Synchronised {
  report: SyncReport
  /** Larger than that of every earlier run. */
  generation: number
  problems: CorpusProblem[]
}

/**
 * Brings the index to what the sources hold now. Only new and changed entries are read. Stopped in the middle it
 * loses nothing but the entry it was at.
 * @throws the signal's reason when aborted
 */
export async function synchronise(database: DatabaseSync, options: SynchroniseOptions): Promise<Synchronised> {
  const { sources, stem, signal, keepFormer, onProgress } = options
  const { listed, problems } = await list(database, sources, signal)
  const generation = nextGeneration(database)
  const writer = createIndexWriter(database, { stem, generation, keepFormer })
  const removed = await removeGone(database, writer, signal)
  const counts = { read: 0, indexed: 0, bytes: 0 }
  const batch = createBatch(writer, (indexed) => {
    counts.indexed += indexed
  })
  const total = countOf(database, CHANGED)
  const next = database.prepare(
    `SELECT l.num, l.source, l.key, l.fingerprint, l.bytes ${CHANGED} AND l.num > ? LIMIT 1`,
  )
  for (let row = next.get(0); row !== undefined; row = next.get(Number(row['num']))) {
    signal.throwIfAborted()
    const entry = { key: String(row['key']), fingerprint: String(row['fingerprint']), bytes: Number(row['bytes']) }
    const source = sources.find(({ id }) => id === row['source'])
    if (source !== undefined) await readEntry(source, entry, batch, signal)
    counts.read += 1
    counts.bytes += entry.bytes
    onProgress?.({ done: counts.read, total, name: entry.key, bytes: counts.bytes })
  }
  await batch.flush()
  database.exec('DROP TABLE temp.listing')
  return { report: { listed, removed, read: counts.read, indexed: counts.indexed }, generation, problems }
}

/** In the order of the listing. The entries that another process has brought up to date meanwhile drop out. */
const CHANGED = `FROM temp.listing l LEFT JOIN entries e ON e.source = l.source AND e.key = l.key
  WHERE e.fingerprint IS NOT l.fingerprint`

async function list(database: DatabaseSync, sources: readonly CorpusSource[], signal: AbortSignal) {
  // On disk, as a folder may hold more names than should be in memory.
  database.exec(`DROP TABLE IF EXISTS temp.listing;
    CREATE TEMP TABLE listing (
      num INTEGER PRIMARY KEY, source TEXT, key TEXT, fingerprint TEXT, bytes INTEGER, UNIQUE (source, key)
    )`)
  const add = database.prepare(
    'INSERT OR IGNORE INTO temp.listing (source, key, fingerprint, bytes) VALUES (?, ?, ?, ?)',
  )
  const problems: CorpusProblem[] = []
  let listed = 0
  for (const source of sources) {
    for await (const entry of source.list(signal)) {
      signal.throwIfAborted()
      if ('message' in entry) problems.push(entry)
      else listed += Number(add.run(source.id, entry.key, entry.fingerprint, entry.bytes).changes)
    }
  }
  return { listed, problems }
}

async function removeGone(database: DatabaseSync, writer: IndexWriter, signal: AbortSignal): Promise<number> {
  const gone = database.prepare(
    `SELECT e.source, e.key FROM entries e LEFT JOIN temp.listing l ON l.source = e.source AND l.key = e.key
     WHERE l.num IS NULL LIMIT 100`,
  )
  let removed = 0
  for (let rows = gone.all(); rows.length > 0; rows = gone.all()) {
    signal.throwIfAborted()
    writer.apply(rows.map(({ source, key }) => ({ kind: 'remove', source: String(source), key: String(key) }) as const))
    removed += rows.length
    await nextTurn()
  }
  return removed
}

interface Batch {
  add(operation: IndexOperation): Promise<void>
  flush(): Promise<void>
}

function createBatch(writer: IndexWriter, onWritten: (indexed: number) => void): Batch {
  let operations: IndexOperation[] = []
  let text = 0
  async function flush(): Promise<void> {
    if (operations.length === 0) return
    const now = operations
    operations = []
    text = 0
    onWritten(writer.apply(now))
    await nextTurn()
  }
  return {
    flush,
    async add(operation) {
      operations.push(operation)
      text += operation.kind === 'document' ? STEP + operation.draft.text.length : STEP
      if (text >= BATCH_TEXT) await flush()
    },
  }
}

async function readEntry(source: CorpusSource, entry: CorpusEntry, batch: Batch, signal: AbortSignal): Promise<void> {
  const { key, fingerprint } = entry
  await batch.add({ kind: 'begin', source: source.id, key })
  const items = source.read(key, signal)[Symbol.asyncIterator]()
  try {
    for (let item = await pull(items); item.done !== true; item = await pull(items)) {
      signal.throwIfAborted()
      const { value } = item
      if ('document' in value) await batch.add({ kind: 'document', draft: value.document })
      else await batch.add({ kind: 'problem', source: key, message: value.problem })
    }
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error
    signal.throwIfAborted()
    await batch.add({ kind: 'problem', source: key, message: reasonOf(error.cause) })
    await batch.add({ kind: 'finish' })
    return
  } finally {
    await items.return?.()
  }
  await batch.add({ kind: 'finish', fingerprint })
}

/** Marks what the source threw, so that a fault of the index is never taken for a fault of a file. */
class ReadFailure extends Error {
  override readonly name = 'ReadFailure'
}

async function pull<Item>(items: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  try {
    return await items.next()
  } catch (error) {
    throw new ReadFailure('The source failed.', { cause: error })
  }
}

function nextGeneration(database: DatabaseSync): number {
  const row = database.prepare("UPDATE meta SET value = value + 1 WHERE key = 'generation' RETURNING value").get()
  return Number(row?.['value'])
}

function countOf(database: DatabaseSync, from: string): number {
  return Number(database.prepare(`SELECT count(*) AS n ${from}`).get()?.['n'])
}
