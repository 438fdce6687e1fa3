import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { numbersIn } from './number-list.ts'
import { packPostings, postingsOf } from './packed-postings.ts'
import { BLOCK } from './schema.ts'

/** The postings of a rarer term are read as fast from FTS5. */
const FREQUENT = 5_000
/** A term that more than this share of all passages hold tells them too little apart to be searched for. */
const TOO_FREQUENT = 0.25
/** Packed postings are made anew when this share of the passages was written after them. */
const NEWER = 1 / 8

/**
 * Repeats what searches need of many passages in a form that is read at once: of which document each passage is and how
 * long, and the postings of terms that at least `frequent` passages hold. Reads only what changed. Nothing depends on its being done.
 * @throws the signal's reason when aborted
 */
export async function compact(database: DatabaseSync, signal: AbortSignal, frequent = FREQUENT): Promise<void> {
  const last = numberIn(database, 'SELECT coalesce(max(num), 0) AS n FROM passages')
  await addBlocks(database, last, signal)
  const until = numberIn(database, "SELECT coalesce((SELECT value FROM meta WHERE key = 'packed_until'), 0) AS n")
  const isPacked = last < frequent || last - until <= NEWER * last
  await countTerms(database, last, { signal, exactly: !isPacked })
  if (!isPacked) await packFrequentTerms(database, { last, frequent, signal })
}

/** An index with fewer passages counts all of its terms again after every change, which takes a moment. */
const COUNTED_EVERY_TIME = 20_000
/** Terms that are looked at at a time: some 20 ms of work. */
const TERMS_AT_A_TIME = 10_000

/** What is noted of an index in which every term is counted: no passage comes or goes without changing it. */
export function countedState(last: number, passages: number): string {
  return `${last} ${passages}`
}

interface Counting {
  signal: AbortSignal
  /** Whether to count again even where the counts are nearly right. */
  exactly: boolean
}

/** Stores how many passages hold each term: FTS5 would have to look through all of them for each answer. */
async function countTerms(database: DatabaseSync, last: number, { signal, exactly }: Counting): Promise<void> {
  const passages = numberIn(database, 'SELECT count(*) AS n FROM passages')
  const state = countedState(last, passages)
  const known = String(database.prepare("SELECT value FROM meta WHERE key = 'counted'").get()?.['value'] ?? '0')
  const isNear = !exactly && passages > COUNTED_EVERY_TIME && last - Number.parseInt(known, 10) <= NEWER * last
  if (state === known || isNear) return
  const note = database.prepare("INSERT OR REPLACE INTO meta VALUES ('counted', ?)")
  const count = database.prepare(
    `INSERT OR REPLACE INTO term_counts SELECT term, doc FROM passage_terms WHERE term > ? ORDER BY term LIMIT ${TERMS_AT_A_TIME}`,
  )
  const counted = database.prepare('SELECT max(term) AS term FROM term_counts')
  database.exec('DELETE FROM term_counts')
  note.run('0')
  let term = ''
  while (Number(count.run(term).changes) > 0) {
    signal.throwIfAborted()
    term = String(counted.get()?.['term'])
    await nextTurn()
  }
  note.run(state)
}

async function addBlocks(database: DatabaseSync, last: number, signal: AbortSignal): Promise<void> {
  const known = new Set(
    database
      .prepare('SELECT block FROM passage_blocks')
      .all()
      .map(({ block }) => Number(block)),
  )
  const listed = prepareListing(database)
  const add = database.prepare('INSERT OR REPLACE INTO passage_blocks (block, documents, lengths) VALUES (?, ?, ?)')
  // The last one may still grow.
  for (let block = 0; (block + 1) * BLOCK <= last; block += 1) {
    if (known.has(block)) continue
    signal.throwIfAborted()
    const columns = { documents: new Uint32Array(BLOCK), lengths: new Uint32Array(BLOCK) }
    readPassages(listed, block * BLOCK, columns)
    add.run(block, bytesOf(columns.documents), bytesOf(columns.lengths))
    await nextTurn()
  }
}

/** What a search needs to know of passages, by their number; 0 where there is no such passage. */
export interface PassageColumns {
  documents: Uint32Array
  lengths: Uint32Array
}

/** The statement that `readPassages` reads by. */
export function prepareListing(database: DatabaseSync) {
  return database.prepare(
    `SELECT group_concat(num) AS nums, group_concat(document) AS documents, group_concat(length) AS lengths
     FROM passages WHERE num >= ? AND num < ?`,
  )
}

/** Reads a block of passages into columns whose first place is the first passage of the block. */
export function readPassages(listed: ReturnType<typeof prepareListing>, first: number, columns: PassageColumns): void {
  const row = { ...listed.get(first, first + BLOCK) }
  const nums = numbersIn(row['nums'])
  const fill = (column: Uint32Array, list: unknown) => {
    const values = numbersIn(list)
    for (let at = 0; at < values.length; at += 1) column[(nums[at] ?? first) - first] = values[at] ?? 0
  }
  fill(columns.documents, row['documents'])
  fill(columns.lengths, row['lengths'])
}

function bytesOf({ buffer }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer)
}

async function packFrequentTerms(
  database: DatabaseSync,
  { last, frequent, signal }: { last: number; frequent: number; signal: AbortSignal },
): Promise<void> {
  const terms = await frequentTerms(database, frequent, signal)
  const mentions = database.prepare('SELECT group_concat(doc) AS found FROM passage_instances WHERE term = ?')
  const add = database.prepare(
    'INSERT OR REPLACE INTO frequent_terms (term, until, passages, postings) VALUES (?, ?, ?, ?)',
  )
  const note = database.prepare("INSERT OR REPLACE INTO meta VALUES ('packed_until', ?)")
  database.exec('DELETE FROM frequent_terms')
  note.run(0)
  for (const term of terms) {
    signal.throwIfAborted()
    const postings = postingsOf(numbersIn(mentions.get(term)?.['found']).filter((num) => num <= last))
    add.run(term, last, postings.passages.length, packPostings(postings))
    await nextTurn()
  }
  note.run(last)
}

/** The terms that at least `frequent` passages hold, and not too many. All counts are looked through, a few at a time. */
async function frequentTerms(database: DatabaseSync, frequent: number, signal: AbortSignal): Promise<string[]> {
  const most = TOO_FREQUENT * numberIn(database, 'SELECT count(*) AS n FROM passages')
  if (most < frequent) return []
  const look = database.prepare(
    `SELECT max(term) AS last, json_group_array(term) FILTER (WHERE passages >= ? AND passages <= ?) AS found
     FROM (SELECT term, passages FROM term_counts WHERE term > ? ORDER BY term LIMIT ${TERMS_AT_A_TIME})`,
  )
  const terms: string[] = []
  for (let last: unknown = ''; ; ) {
    signal.throwIfAborted()
    const row = look.get(frequent, most, String(last))
    last = row?.['last']
    if (typeof last !== 'string') return terms
    terms.push(...(JSON.parse(String(row?.['found'])) as string[]))
    await nextTurn()
  }
}

function numberIn(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['n'])
}
