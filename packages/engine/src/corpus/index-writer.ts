import type { DatabaseSync } from 'node:sqlite'
import { type DocumentRecord, documentOf, recordOf } from './document-record.ts'
import { indexTerm } from './fts-query.ts'
import { passageSpans } from './passages.ts'
import type { DocumentDraft } from './types.ts'

/** Makes search terms of a text: stemmed, joined with spaces. */
export type Stem = (text: string, language?: string) => string

/** One step of a batch. */
export type IndexOperation =
  | { kind: 'begin'; source: string; key: string }
  | { kind: 'document'; draft: DocumentDraft }
  | { kind: 'problem'; source: string; message: string }
  /** The entry is read through. Without a fingerprint it is read again at the next start. */
  | { kind: 'finish'; fingerprint?: string }
  | { kind: 'remove'; source: string; key: string }

export interface IndexWriter {
  /** Applies operations in one transaction, and tells how many documents were indexed. */
  apply(operations: readonly IndexOperation[]): number
}

/** The only writer of the index's tables. `generation` is larger than that of every earlier run. */
export function createIndexWriter(database: DatabaseSync, stem: Stem, generation: number): IndexWriter {
  const sql = statements(database)
  let entry: number | bigint | undefined

  function begin(source: string, key: string): void {
    sql.addEntry.run(source, key)
    entry = numberOf(sql.findEntry.get(source, key))
    if (entry !== undefined) sql.clearProblems.run(entry)
  }

  function add(draft: DocumentDraft): number {
    const record = recordOf(draft)
    const known = sql.findDocument.get(record.id)
    let document = numberOf(known)
    let indexed = 0
    const stale = document !== undefined && known?.['hash'] !== record.hash
    // Where entries disagree about the same text at the same address, the one that came first is kept.
    if (document !== undefined && stale && sql.otherHolder.get(document, entry ?? null) === undefined) {
      drop(document)
      document = undefined
    }
    if (document === undefined) {
      document = insert(record, draft)
      indexed = 1
    }
    sql.hold.run(entry ?? null, document, generation)
    return indexed
  }

  function insert(record: DocumentRecord, draft: DocumentDraft): number | bigint {
    const { id, hash, title, year, metadata, text } = record
    const document = sql.addDocument.run(id, hash, title, year, metadata, text).lastInsertRowid
    const terms = (part: string | undefined) => (part === undefined ? '' : indexTerm(stem(part, draft.language)))
    const { authors, publisher, date } = documentOf(record)
    const titleTerms = terms(title)
    const fixed = [terms(authors?.join(' ')), terms(publisher), terms([date, year].join(' '))] as const
    sql.addTitleTerms.run(document, titleTerms)
    for (const [ordinal, span] of passageSpans({ ...draft, text }).entries()) {
      const { start, end, heading } = span
      const passage = sql.addPassage.run(document, ordinal, start, end, heading ?? null).lastInsertRowid
      sql.addPassageTerms.run(passage, titleTerms, terms(heading), terms(text.slice(start, end)), ...fixed)
    }
    return document
  }

  function drop(document: number | bigint): void {
    sql.dropPassageTerms.run(document)
    sql.dropPassages.run(document)
    sql.dropTitleTerms.run(document)
    sql.dropHoldings.run(document)
    sql.dropDocument.run(document)
  }

  function dropUnheld(of: number | bigint, before: number): void {
    const stale = sql.staleHoldings.all(of, before)
    for (const { document } of stale) {
      const number = numberOf({ num: document })
      if (number === undefined) continue
      sql.release.run(of, number)
      if (sql.otherHolder.get(number, -1) === undefined) drop(number)
    }
  }

  function remove(source: string, key: string): void {
    const gone = numberOf(sql.findEntry.get(source, key))
    if (gone === undefined) return
    dropUnheld(gone, Number.MAX_SAFE_INTEGER)
    sql.clearProblems.run(gone)
    sql.dropEntry.run(gone)
  }

  function perform(operation: IndexOperation): number {
    switch (operation.kind) {
      case 'begin':
        begin(operation.source, operation.key)
        return 0
      case 'document':
        return add(operation.draft)
      case 'problem':
        sql.addProblem.run(entry ?? null, operation.source, operation.message)
        return 0
      case 'finish':
        if (entry !== undefined) dropUnheld(entry, generation)
        sql.setFingerprint.run(operation.fingerprint ?? '', entry ?? null)
        return 0
      case 'remove':
        remove(operation.source, operation.key)
        return 0
    }
  }

  return {
    apply(operations) {
      let indexed = 0
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const operation of operations) indexed += perform(operation)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
      return indexed
    },
  }
}

function numberOf(row: Record<string, unknown> | undefined): number | bigint | undefined {
  const num = row?.['num']
  return typeof num === 'number' || typeof num === 'bigint' ? num : undefined
}

function statements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    addEntry: sql("INSERT INTO entries (source, key, fingerprint) VALUES (?, ?, '') ON CONFLICT DO NOTHING"),
    findEntry: sql('SELECT num FROM entries WHERE source = ? AND key = ?'),
    setFingerprint: sql('UPDATE entries SET fingerprint = ? WHERE num = ?'),
    dropEntry: sql('DELETE FROM entries WHERE num = ?'),
    addProblem: sql('INSERT INTO problems (entry, source, message) VALUES (?, ?, ?)'),
    clearProblems: sql('DELETE FROM problems WHERE entry = ?'),
    findDocument: sql('SELECT num, hash FROM documents WHERE id = ?'),
    addDocument: sql('INSERT INTO documents (id, hash, title, year, metadata, text) VALUES (?, ?, ?, ?, ?, ?)'),
    dropDocument: sql('DELETE FROM documents WHERE num = ?'),
    hold: sql(
      `INSERT INTO holdings (entry, document, generation) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET generation = max(generation, excluded.generation)`,
    ),
    otherHolder: sql('SELECT 1 FROM holdings WHERE document = ? AND entry IS NOT ? LIMIT 1'),
    staleHoldings: sql('SELECT document FROM holdings WHERE entry = ? AND generation < ?'),
    release: sql('DELETE FROM holdings WHERE entry = ? AND document = ?'),
    dropHoldings: sql('DELETE FROM holdings WHERE document = ?'),
    addPassage: sql('INSERT INTO passages (document, ordinal, start, "end", heading) VALUES (?, ?, ?, ?, ?)'),
    dropPassages: sql('DELETE FROM passages WHERE document = ?'),
    addPassageTerms: sql(
      'INSERT INTO passages_fts (rowid, title, heading, body, author, publisher, date) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    dropPassageTerms: sql('DELETE FROM passages_fts WHERE rowid IN (SELECT num FROM passages WHERE document = ?)'),
    addTitleTerms: sql('INSERT INTO titles_fts (rowid, title) VALUES (?, ?)'),
    dropTitleTerms: sql('DELETE FROM titles_fts WHERE rowid = ?'),
  }
}
