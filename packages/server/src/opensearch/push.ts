import { createHash } from 'node:crypto'
import {
  type CorpusEntry,
  type CorpusProblem,
  type CorpusSource,
  type DocumentDraft,
  type IndexProgress,
  readEntryDrafts,
} from '@deep-research/engine'
import { BulkWriter } from './bulk-writer.ts'
import { createOpenSearchClient, type OpenSearchAddress, type OpenSearchClient } from './client.ts'
import type { IndexFields } from './fields.ts'
import { ensureIndex, OWN_FIELD, readPushed, removeEntries } from './pushed-index.ts'

export interface PushOptions extends OpenSearchAddress {
  index: string
  fields: IndexFields
  sources: readonly CorpusSource[]
  onProgress: (progress: IndexProgress) => void
  signal: AbortSignal
}

/** What a push did. Entries are files, or files of records with many documents. */
export interface PushReport {
  listed: number
  pushed: number
  removed: number
  /** Documents that were written. */
  documents: number
  problems: CorpusProblem[]
}

interface Listed extends CorpusEntry {
  source: CorpusSource
  /** Its name in the index, which says nothing of this machine. */
  name: string
}

/**
 * Brings an index up to date with folders and files. Only entries that are new or have changed are read; documents that
 * something else has put into the index stay as they are. If it is stopped, the next push goes on.
 * @throws {@link UserError} if the server cannot be reached or refuses; the signal's reason when aborted.
 */
export async function pushCorpus(options: PushOptions): Promise<PushReport> {
  const { index, sources, onProgress, signal } = options
  const client = createOpenSearchClient(options, signal)
  await ensureIndex(client, index, options.fields)
  const pushed = await readPushed(client, index)
  const { listed, problems } = await list(sources, signal)
  const changed = listed.filter(({ name, fingerprint }) => pushed.get(name) !== fingerprint)
  const report: PushReport = { listed: listed.length, pushed: 0, removed: 0, documents: 0, problems }
  const writer = new BulkWriter(client, index, signal)
  let bytes = 0
  for (const entry of changed) {
    signal.throwIfAborted()
    report.documents += await pushEntry(entry, options, writer, problems)
    report.pushed += 1
    bytes += entry.bytes
    onProgress({ done: report.pushed, total: changed.length, name: entry.key, bytes })
  }
  await writer.flush()
  await clearAway(client, options, { pushed, listed, changed, report })
  return report
}

async function list(sources: readonly CorpusSource[], signal: AbortSignal) {
  const listed: Listed[] = []
  const problems: CorpusProblem[] = []
  for (const [number, source] of sources.entries()) {
    for await (const entry of source.list(signal)) {
      if ('message' in entry) problems.push(entry)
      else listed.push({ ...entry, source, name: `${number}:${entry.key}` })
    }
  }
  return { listed, problems }
}

/**
 * Writes the documents of an entry. The last one says that the entry is complete, and is taken back if any was refused,
 * so that the next push reads the entry again.
 */
async function pushEntry(
  { source, key, name, fingerprint }: Listed,
  { fields, signal }: PushOptions,
  writer: BulkWriter,
  problems: CorpusProblem[],
): Promise<number> {
  const idOf = (place: number) => createHash('sha256').update(`${name}\n${place}`).digest('hex').slice(0, 32)
  let failed = false
  let count = 0
  let last: DocumentDraft | undefined
  const complain = (message: string) => {
    problems.push({ source: key, message })
  }
  const write = (draft: DocumentDraft, complete: boolean) => {
    const place = count
    count += 1
    const refused = (reason: string) => {
      failed = true
      complain(`was refused by the index: ${reason}`)
    }
    return writer.write({
      id: idOf(place),
      document: bodyOf(draft, fields, { entry: name, fingerprint, complete }),
      refused,
    })
  }
  for await (const item of readEntryDrafts(source, key, signal)) {
    if ('document' in item) {
      if (last) await write(last, false)
      last = item.document
      continue
    }
    complain(item.problem)
    if (item.failed) return count
  }
  // Only after it was sent is it known whether any of it was refused.
  if (count > 0) await writer.flush()
  if (last && !failed) await write(last, true)
  return count
}

function bodyOf(
  { title, text, url, date, year, authors, sourceType, publisher }: DocumentDraft,
  fields: IndexFields,
  own: { entry: string; fingerprint: string; complete: boolean },
): Record<string, unknown> {
  const when = date ?? (year === undefined ? undefined : String(year))
  return {
    [fields.title]: title,
    [fields.text]: text,
    [fields.url]: url,
    ...(when !== undefined && { [fields.date]: when }),
    ...(authors && authors.length > 0 && { [fields.authors]: authors }),
    [OWN_FIELD]: { ...own, source_type: sourceType, ...(publisher !== undefined && { publisher }) },
  }
}

interface Pushed {
  pushed: ReadonlyMap<string, string>
  listed: readonly Listed[]
  changed: readonly Listed[]
  report: PushReport
}

/** Removes entries that are gone, and what changed entries held before. */
async function clearAway(
  client: OpenSearchClient,
  { index }: PushOptions,
  { pushed, listed, changed, report }: Pushed,
): Promise<void> {
  const names = new Set(listed.map(({ name }) => name))
  const gone = [...pushed.keys()].filter((name) => !names.has(name))
  const failed = new Set(report.problems.map(({ source }) => source))
  const renewed = changed.filter(({ name, key }) => pushed.has(name) && !failed.has(key))
  await client.send('POST', `/${encodeURIComponent(index)}/_refresh`)
  await removeEntries(client, index, [
    ...gone.map((entry) => ({ entry })),
    ...renewed.map(({ name, fingerprint }) => ({ entry: name, butOf: fingerprint })),
  ])
  report.removed = gone.length
}
