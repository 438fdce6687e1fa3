import type { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import type { CorpusEntry, CorpusProblem, CorpusSource, IndexProgress, SyncReport } from '../types.ts'
import { createCheckpoints } from './checkpoints.ts'
import { compact } from './compact.ts'
import type { DocumentRows } from './document-rows.ts'
import { holdThread } from './index-threads.ts'
import { IndexWriter } from './index-writer.ts'
import { type EntryRows, readEntryRows } from './read-entry.ts'
import { readTogether } from './read-together.ts'

export interface SynchroniseOptions {
  indexFile: string
  sources: readonly CorpusSource[]
  signal: AbortSignal
  /** Reads what is to be indexed: a script that calls `serveIndexJobs`. Default: one with the rules of each language. */
  thread?: URL | undefined
  onProgress?: ((progress: IndexProgress) => void) | undefined
}

export interface Synchronised {
  report: SyncReport
  /** Larger than that of every earlier run. */
  generation: number
}

/**
 * Updates the index to the current state of the sources, reading only new and changed entries. If it is stopped in the
 * middle, only the entry that it was reading is lost.
 * @throws the signal's reason when aborted
 */
export async function synchronise(database: DatabaseSync, options: SynchroniseOptions): Promise<Synchronised> {
  const { sources, signal, indexFile } = options
  const { listed, problems } = await list(database, sources, signal)
  const generation = numberIn(
    database,
    "UPDATE meta SET value = value + 1 WHERE key = 'generation' RETURNING value AS n",
  )
  const checkpoints = createCheckpoints(indexFile, { signal, script: options.thread })
  const writer = new IndexWriter(database, generation, checkpoints.written)
  await writer.setListingProblems(problems)
  const removed = await removeGone(database, writer, signal)
  const release = holdThread(options.thread)
  const read = await writeChanged(database, writer, options).finally(release)
  await writer.flush()
  database.exec('DROP TABLE temp.listing')
  await compact(database, signal)
  await checkpoints.end()
  return { report: { listed, removed, read, indexed: writer.indexed }, generation }
}

/** Writes what is new or has changed; tells how many entries that were. */
async function writeChanged(database: DatabaseSync, writer: IndexWriter, options: SynchroniseOptions): Promise<number> {
  const { signal, onProgress } = options
  const total = numberIn(database, `SELECT count(*) AS n ${CHANGED}`)
  let entry: CorpusEntry = { key: '', fingerprint: '', bytes: 0 }
  let failed = false
  let read = 0
  let bytes = 0
  for await (const told of readChanged(database, options)) {
    signal.throwIfAborted()
    if (told === 'end') {
      await writer.finishEntry(failed ? undefined : entry.fingerprint)
      read += 1
      bytes += entry.bytes
      onProgress?.({ done: read, total, name: entry.key, bytes })
    } else if ('entry' in told) {
      entry = told.entry
      failed = false
      await writer.beginEntry(told.source.id, entry.key)
    } else if ('rows' in told) {
      for (const rows of deserialize(told.rows) as DocumentRows[]) await writer.addRows(rows)
    } else {
      failed ||= told.failed === true
      const kind = told.served ? { kind: 'served' as const } : {}
      await writer.addProblem({ source: entry.key, message: told.problem, ...kind })
    }
  }
  return read
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

/** What is told of an entry: where it begins, what it holds, and where it ends. */
type Told = { entry: CorpusEntry; source: CorpusSource } | EntryRows | 'end'

/** Entries that are read at a time, and their bytes: what is small goes to the thread together. */
const ENTRIES_AHEAD = 32
const BYTES_AHEAD = 2_000_000

interface Begun {
  source: CorpusSource
  entry: CorpusEntry
  told: AsyncGenerator<EntryRows>
}

/** Reads the entries that are new or have changed, some ahead, and tells of them one after the other. */
async function* readChanged(database: DatabaseSync, options: SynchroniseOptions): AsyncGenerator<Told> {
  const { sources, signal, thread } = options
  const read = readTogether({ signal, script: thread })
  const next = database.prepare(
    `SELECT l.num, l.source, l.key, l.fingerprint, l.bytes ${CHANGED} AND l.num > ? LIMIT 1`,
  )
  const begun: Begun[] = []
  let bytes = 0
  let last = 0
  const beginNext = (): boolean => {
    const row = next.get(last)
    if (row === undefined) return false
    last = Number(row['num'])
    const source = sources.find(({ id }) => id === row['source'])
    const entry = { key: String(row['key']), fingerprint: String(row['fingerprint']), bytes: Number(row['bytes']) }
    if (source === undefined) return true
    bytes += entry.bytes
    begun.push({ source, entry, told: ahead(readEntryRows(source, entry.key, { signal, read })) })
    return true
  }
  const isRoom = () => begun.length === 0 || (begun.length < ENTRIES_AHEAD && bytes < BYTES_AHEAD)
  for (;;) {
    signal.throwIfAborted()
    while (isRoom() && beginNext());
    const first = begun[0]
    if (first === undefined) return
    const { source, entry, told } = first
    yield { source, entry }
    yield* told
    yield 'end'
    begun.shift()
    bytes -= entry.bytes
  }
}

/** Steps that are read while another is written: the rows of a piece of a file, in some megabytes. */
const STEPS_AHEAD = 8

/** Reads some steps ahead of whoever takes them, beginning now: the next is read while the last is written. */
function ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const waiting: Promise<IteratorResult<Item>>[] = []
  const readAhead = () => {
    while (waiting.length < STEPS_AHEAD) {
      const next = items.next()
      // If nobody asks for it any more, nobody needs to know that it failed.
      next.catch(() => {})
      waiting.push(next)
    }
  }
  readAhead()
  return inTurn(waiting, readAhead)
}

async function* inTurn<Item>(waiting: Promise<IteratorResult<Item>>[], refill: () => void): AsyncGenerator<Item> {
  for (;;) {
    const { value, done } = (await waiting.shift()) ?? { done: true }
    if (done) return
    refill()
    yield value
  }
}

function numberIn(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['n'])
}
