import type { DatabaseSync } from 'node:sqlite'
import type { Span } from '#language/span.ts'
import { firstEndingAfter } from '../../block-sentences.ts'
import type { Embedder, SourceDocument } from '../../types.ts'
import { UnknownDocumentError, type VectorProgress } from '../types.ts'
import { quantise } from './quantised.ts'

/** Texts of one request: many servers take no more than this. */
const BATCH = 32

export interface EmbedOptions {
  /** @throws {UnknownDocumentError} when there is no such document */
  documentOf: (id: string) => SourceDocument
  embedder: Embedder
  signal: AbortSignal
  onProgress?: ((progress: VectorProgress) => void) | undefined
  /** Waited for after each transaction. */
  written: () => Promise<void>
}

interface Passage {
  num: number
  text: string
}

/**
 * Gives each passage of an index a vector that has none, a batch at a time, so that what is done is kept if it is stopped. All
 * are made anew if another model made them.
 * @throws the signal's reason when aborted, or what the embedder throws
 */
export async function embedPassages(database: DatabaseSync, options: EmbedOptions): Promise<void> {
  const { documentOf, embedder, signal, onProgress, written } = options
  const add = database.prepare(
    'INSERT OR REPLACE INTO vectors (passage, vector) SELECT num, ? FROM passages WHERE num = ?',
  )
  forgetOtherModels(database, embedder.name)
  const total = numberIn(database, 'SELECT count(*) AS n FROM passages WHERE num NOT IN (SELECT passage FROM vectors)')
  let done = 0
  const embed = async (batch: readonly Passage[]) => {
    const vectors = await embedder.embed(
      batch.map(({ text }) => text),
      'passage',
      signal,
    )
    signal.throwIfAborted()
    dropUnlike(database, vectors[0]?.length ?? 0)
    database.exec('BEGIN IMMEDIATE')
    try {
      // A passage may have been removed meanwhile; then nothing is added.
      for (const [at, { num }] of batch.entries()) add.run(quantise(vectors[at] ?? new Float32Array()), num)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
    await written()
    done += batch.length
    onProgress?.({ done, total })
  }
  let batch: Passage[] = []
  for (const passage of passagesWithout(database, documentOf)) {
    batch.push(passage)
    if (batch.length < BATCH) continue
    await embed(batch)
    batch = []
  }
  if (batch.length > 0) await embed(batch)
}

/** Vectors of one model say nothing beside those of another. */
function forgetOtherModels(database: DatabaseSync, name: string): void {
  const known = database.prepare("SELECT value FROM meta WHERE key = 'vectors'").get()?.['value']
  if (known === name) return
  database.exec('DELETE FROM vectors')
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('vectors', ?)").run(name)
}

/** A server may have got another model of the same name, which shows in the number of its dimensions. */
function dropUnlike(database: DatabaseSync, dimensions: number): void {
  const known = database.prepare('SELECT length(vector) AS n FROM vectors LIMIT 1').get()
  if (known !== undefined && Number(known['n']) !== dimensions) database.exec('DELETE FROM vectors')
}

/** The passages that have no vector, under the title and the headings above them. */
function* passagesWithout(database: DatabaseSync, documentOf: EmbedOptions['documentOf']): Generator<Passage> {
  const next = database.prepare(
    `SELECT num, id FROM documents WHERE num > ? AND EXISTS (
       SELECT 1 FROM passages WHERE document = documents.num AND passages.num NOT IN (SELECT passage FROM vectors)
     ) ORDER BY num LIMIT 1`,
  )
  const passages = database.prepare(
    `SELECT num, start, "end" FROM passages WHERE document = ? AND num NOT IN (SELECT passage FROM vectors) ORDER BY num`,
  )
  for (let row = next.get(0); row !== undefined; row = next.get(Number(row['num']))) {
    try {
      const document = documentOf(String(row['id']))
      for (const { num, start, end } of passages.all(Number(row['num'])))
        yield { num: Number(num), text: textOf(document, { start: Number(start), end: Number(end) }) }
    } catch (error) {
      // A document may have been removed meanwhile.
      if (!(error instanceof UnknownDocumentError)) throw error
    }
  }
}

function textOf({ title, text, blocks }: SourceDocument, { start, end }: Span): string {
  const path = blocks?.at(firstEndingAfter(blocks, start))?.path ?? []
  return `${[...new Set([title, ...path])].join(' › ')}\n${text.slice(start, end)}`
}

function numberIn(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['n'])
}
