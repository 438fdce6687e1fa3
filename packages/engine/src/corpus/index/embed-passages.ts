import type { DatabaseSync } from 'node:sqlite'
import { firstEndingAfter } from '../../block-sentences.ts'
import type { Embedder } from '../../types.ts'
import type { VectorProgress } from '../types.ts'
import { decodeBlocks } from './block-record.ts'
import { quantise } from './quantised.ts'

/** Texts of one request: many servers take no more than this. */
const BATCH = 32

export interface EmbedOptions {
  embedder: Embedder
  signal: AbortSignal
  onProgress?: ((progress: VectorProgress) => void) | undefined
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
  const { embedder, signal, onProgress } = options
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
    done += batch.length
    onProgress?.({ done, total })
  }
  let batch: Passage[] = []
  for (const passage of passagesWithout(database)) {
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
function* passagesWithout(database: DatabaseSync): Generator<Passage> {
  const next = database.prepare(
    `SELECT document FROM passages WHERE document > ? AND num NOT IN (SELECT passage FROM vectors)
     ORDER BY document LIMIT 1`,
  )
  const document = database.prepare(
    'SELECT title, text, blocks FROM documents JOIN texts ON document = num WHERE num = ?',
  )
  const passages = database.prepare(
    `SELECT num, start, "end" FROM passages WHERE document = ? AND num NOT IN (SELECT passage FROM vectors) ORDER BY num`,
  )
  for (let row = next.get(0); row !== undefined; row = next.get(Number(row['document']))) {
    const number = Number(row['document'])
    const found = document.get(number)
    if (found === undefined) continue
    const { title, text, blocks } = found
    const parts = blocks === null ? [] : decodeBlocks(String(blocks))
    for (const { num, start, end } of passages.all(number)) {
      const path = parts[firstEndingAfter(parts, Number(start))]?.path ?? []
      const headings = [...new Set([String(title), ...path])].join(' › ')
      yield { num: Number(num), text: `${headings}\n${String(text).slice(Number(start), Number(end))}` }
    }
  }
}

function numberIn(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['n'])
}
