import type { DatabaseSync } from 'node:sqlite'
import { reasonOf } from '../readers/problem.ts'
import type { CorpusEntry, CorpusProblem, CorpusSource, IndexProgress, SyncReport } from '../types.ts'
import { compact } from './compact.ts'
import { IndexWriter, type IndexWriterOptions } from './index-writer.ts'
import { visibleDraft } from './visible-draft.ts'

export interface SynchroniseOptions extends Omit<IndexWriterOptions, 'generation'> {
  sources: readonly CorpusSource[]
  signal: AbortSignal
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
 * Updates the index to the current state of the sources, reading only new and changed entries. If it is stopped in the
 * middle, only the entry that it was reading is lost.
 * @throws the signal's reason when aborted
 */
export async function synchronise(database: DatabaseSync, options: SynchroniseOptions): Promise<Synchronised> {
  const { sources, signal, onProgress } = options
  const { listed, problems } = await list(database, sources, signal)
  const generation = numberIn(
    database,
    "UPDATE meta SET value = value + 1 WHERE key = 'generation' RETURNING value AS n",
  )
  const writer = new IndexWriter(database, { ...options, generation })
  const removed = await removeGone(database, writer, signal)
  let read = 0
  let bytes = 0
  const total = numberIn(database, `SELECT count(*) AS n ${CHANGED}`)
  const next = database.prepare(
    `SELECT l.num, l.source, l.key, l.fingerprint, l.bytes ${CHANGED} AND l.num > ? LIMIT 1`,
  )
  for (let row = next.get(0); row !== undefined; row = next.get(Number(row['num']))) {
    signal.throwIfAborted()
    const entry = { key: String(row['key']), fingerprint: String(row['fingerprint']), bytes: Number(row['bytes']) }
    const source = sources.find(({ id }) => id === row['source'])
    if (source !== undefined) await readEntry(source, entry, writer, signal)
    read += 1
    bytes += entry.bytes
    onProgress?.({ done: read, total, name: entry.key, bytes })
  }
  await writer.flush()
  database.exec('DROP TABLE temp.listing')
  await compact(database, signal)
  return { report: { listed, removed, read, indexed: writer.indexed }, generation, problems }
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
    for (const { source, key } of rows) await writer.removeEntry(String(source), String(key))
    await writer.flush()
    removed += rows.length
  }
  return removed
}

async function readEntry(source: CorpusSource, entry: CorpusEntry, writer: IndexWriter, signal: AbortSignal) {
  const { key, fingerprint } = entry
  let failed = false
  await writer.beginEntry(source.id, key)
  for await (const item of itemsOf(source, key, signal)) {
    signal.throwIfAborted()
    failed ||= 'failed' in item
    if ('document' in item) await writer.addDocument(visibleDraft(item.document))
    else await writer.addProblem(key, item.problem)
  }
  await writer.finishEntry(failed ? undefined : fingerprint)
}

/** What a source reads, and last what it threw: a fault of the index is thrown on, and never taken for one of a file. */
async function* itemsOf(source: CorpusSource, key: string, signal: AbortSignal) {
  try {
    yield* source.read(key, signal)
  } catch (error) {
    signal.throwIfAborted()
    yield { problem: reasonOf(error), failed: true }
  }
}

function numberIn(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['n'])
}
