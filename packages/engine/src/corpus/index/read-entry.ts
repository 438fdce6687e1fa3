import { reasonOf } from '../readers/problem.ts'
import type { CorpusSource, DocumentDraft, ReadItem } from '../types.ts'
import { type Readable, type ReadRows, readDrafts } from './index-threads.ts'
import type { ReadOne } from './read-together.ts'

/** So many problems of an entry are reported one by one, as many as a person reads; the rest are counted. */
const REPORTED = 20
/** UTF-16 units of documents that go to a thread together. */
const TOGETHER = 200_000

/** Rows of documents, as `ReadRows` has them, or what is wrong. `failed`: the entry is to be read again. */
export type EntryRows = { rows: Uint8Array } | Problem

/** What is wrong with an entry. `served`: it is read all the same. */
export interface Problem {
  problem: string
  failed?: boolean
  served?: true
}

/** Reads an entry in a thread, and gives the rows of its documents. What the source throws is the last problem. */
export function readEntryRows(
  source: CorpusSource,
  key: string,
  { signal, read }: { signal: AbortSignal; read: ReadOne },
): AsyncGenerator<EntryRows> {
  return reported(itemsOf(source, key, signal), (items) => rowsOf(items, read))
}

/** Reads an entry in a thread, and gives its documents. What the source throws is the last problem. */
export function readEntryDrafts(
  source: CorpusSource,
  key: string,
  signal: AbortSignal,
): AsyncGenerator<{ document: DocumentDraft } | Problem> {
  return reported(itemsOf(source, key, signal), async function* (items) {
    for await (const item of items) {
      if (!('piece' in item)) {
        yield item
        continue
      }
      const { documents, ...complaints } = await readDrafts(item.piece, { signal })
      for (const document of documents) yield { document }
      yield* problemsIn(complaints)
    }
  })
}

type Item = Exclude<ReadItem, { problem: string }> | Problem

/** What a source reads, and last what it threw: a fault of the index is thrown on, and never taken for one of a file. */
async function* itemsOf(source: CorpusSource, key: string, signal: AbortSignal): AsyncGenerator<Item> {
  try {
    for await (const item of source.read(key, signal)) {
      signal.throwIfAborted()
      yield item
    }
  } catch (error) {
    signal.throwIfAborted()
    yield { problem: reasonOf(error), failed: true }
  }
}

/** Pieces of an entry that are with the thread at a time, so that it goes on while what it has read is written. */
const PIECES_AHEAD = 2

async function* rowsOf(items: AsyncIterable<Item>, read: ReadOne): AsyncGenerator<EntryRows> {
  const begun: Promise<ReadRows>[] = []
  let drafts: DocumentDraft[] = []
  let length = 0
  const begin = (readable: Readable) => {
    const rows = read(readable)
    // If nobody asks for it any more, nobody needs to know that it failed.
    rows.catch(() => {})
    begun.push(rows)
  }
  async function* take(left: number): AsyncGenerator<EntryRows> {
    while (begun.length > left) {
      const { rows = [], problems = [], warnings = [] } = (await begun.shift()) ?? {}
      for (const packed of rows) yield { rows: packed }
      yield* problemsIn({ problems, warnings })
    }
  }
  for await (const item of items) {
    if ('problem' in item) {
      yield* take(0)
      yield item
    } else if ('piece' in item) {
      begin({ piece: item.piece })
      yield* take(PIECES_AHEAD - 1)
    } else {
      drafts.push(item.document)
      length += item.document.text.length
      if (length < TOGETHER) continue
      begin({ drafts })
      yield* take(PIECES_AHEAD - 1)
      drafts = []
      length = 0
    }
  }
  if (drafts.length > 0) begin({ drafts })
  yield* take(0)
}

function problemsIn({ problems, warnings = [] }: { problems: string[]; warnings?: string[] }): Problem[] {
  return [
    ...problems.map((problem) => ({ problem })),
    ...warnings.map((problem) => ({ problem, served: true as const })),
  ]
}

/** Counts the problems that are too many to read, and says so where a file holds nothing. */
async function* reported<Read extends object>(
  items: AsyncGenerator<Item>,
  read: (items: AsyncIterable<Item>) => AsyncGenerator<Read | Problem>,
): AsyncGenerator<Read | Problem> {
  let pieces = 0
  let found = 0
  let problems = 0
  async function* counted() {
    for await (const item of items) {
      if ('piece' in item) pieces += 1
      yield item
    }
  }
  for await (const item of read(counted())) {
    found += 1
    const isMany = 'problem' in item && item.failed !== true
    if (isMany) problems += 1
    if (!isMany || problems <= REPORTED) yield item
  }
  if (problems > REPORTED) yield { problem: `${problems - REPORTED} further lines are wrong and skipped` }
  if (pieces > 0 && found === 0) yield { problem: 'is empty' }
}
