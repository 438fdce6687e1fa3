import type { DatabaseSync } from 'node:sqlite'
import { documentLanguage, type Language } from '#language/language.ts'
import type { DocumentDraft } from '../types.ts'
import { type DocumentRecord, documentOf, recordOf } from './document-record.ts'
import { indexTerm } from './fts-query.ts'
import { type IndexStatements, prepareStatements } from './index-statements.ts'
import { passageSpans } from './passages.ts'

/** Makes search terms of a text, which is part of a document in a language: stemmed, joined with spaces. */
export type Stem = (text: string, language?: Language) => string

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

type RowNumber = number | bigint

interface WriterState {
  sql: IndexStatements
  stem: Stem
  generation: number
  /** Documents that go are kept for those who still read them. */
  keepFormer: boolean
  /** The entry that is being read; it may go on in the next batch. */
  entry: RowNumber | null
}

export interface IndexWriterOptions {
  stem: Stem
  /** Larger than that of every earlier run. */
  generation: number
  /** Whether documents that go are kept for those who still read them. */
  keepFormer: boolean
}

/** The only writer of the index's tables. */
export function createIndexWriter(database: DatabaseSync, options: IndexWriterOptions): IndexWriter {
  const state: WriterState = { sql: prepareStatements(database), ...options, entry: null }
  return {
    apply(operations) {
      let indexed = 0
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const operation of operations) indexed += perform(state, operation)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
      return indexed
    },
  }
}

/** Performs one operation, and tells how many documents it indexed. */
function perform(state: WriterState, operation: IndexOperation): number {
  const { sql, entry } = state
  switch (operation.kind) {
    case 'begin':
      sql.addEntry.run(operation.source, operation.key)
      state.entry = numberOf(sql.findEntry.get(operation.source, operation.key)) ?? null
      sql.clearProblems.run(state.entry)
      return 0
    case 'document':
      return addDocument(state, operation.draft)
    case 'problem':
      sql.addProblem.run(entry, operation.source, operation.message)
      return 0
    case 'finish':
      if (entry !== null) releaseBefore(state, entry, state.generation)
      sql.setFingerprint.run(operation.fingerprint ?? '', entry)
      return 0
    case 'remove':
      removeEntry(state, operation.source, operation.key)
      return 0
  }
}

function addDocument(state: WriterState, draft: DocumentDraft): number {
  const { sql, stem, generation, entry } = state
  const record = recordOf(draft)
  const known = sql.findDocument.get(record.id)
  let document = numberOf(known)
  let indexed = 0
  const stale = document !== undefined && known?.['hash'] !== record.hash
  // Where entries disagree about the same text at the same address, the one that came first is kept.
  if (document !== undefined && stale && sql.otherHolder.get(document, entry) === undefined) {
    dropDocument(state, document)
    document = undefined
  }
  if (document === undefined) {
    document = insertDocument(sql, stem, record, draft)
    indexed = 1
  }
  sql.hold.run(entry, document, generation)
  return indexed
}

function insertDocument(sql: IndexStatements, stem: Stem, record: DocumentRecord, draft: DocumentDraft): RowNumber {
  const { id, hash, title, year, metadata, text } = record
  const document = sql.addDocument.run(id, hash, title, year, metadata, text).lastInsertRowid
  const language = documentLanguage(text, draft.language)
  const terms = (part: string | undefined) => (part === undefined ? '' : indexTerm(stem(part, language)))
  const { authors, publisher, date } = documentOf(record)
  const titleTerms = terms(title)
  const fixed = [terms(authors?.join(' ')), terms(publisher), terms([date, year].join(' '))] as const
  for (const { start, end, heading } of passageSpans({ ...draft, text })) {
    const fields = [titleTerms, terms(heading), terms(text.slice(start, end)), ...fixed]
    const length = fields.reduce((sum, field) => sum + tokensIn(field), 0)
    const passage = sql.addPassage.run(document, start, end, length).lastInsertRowid
    sql.addPassageTerms.run(passage, ...fields)
  }
  return document
}

/** How many tokens the index makes of a field: what a space parts. */
function tokensIn(field: string): number {
  if (field === '') return 0
  let count = 1
  for (let at = field.indexOf(' '); at !== -1; at = field.indexOf(' ', at + 1)) count += 1
  return count
}

function removeEntry(state: WriterState, source: string, key: string): void {
  const { sql } = state
  const entry = numberOf(sql.findEntry.get(source, key))
  if (entry === undefined) return
  releaseBefore(state, entry, Number.MAX_SAFE_INTEGER)
  sql.clearProblems.run(entry)
  sql.dropEntry.run(entry)
}

/** Lets go of what an entry held before this generation; what nothing holds is dropped. */
function releaseBefore(state: WriterState, entry: RowNumber, generation: number): void {
  const { sql } = state
  for (const row of sql.staleHoldings.all(entry, generation)) {
    const document = numberOf(row)
    if (document === undefined) continue
    sql.release.run(entry, document)
    if (sql.anyHolder.get(document) === undefined) dropDocument(state, document)
  }
}

function dropDocument({ sql, keepFormer, generation }: WriterState, document: RowNumber): void {
  if (keepFormer) sql.keepFormer.run(generation, document)
  sql.dropPassageTerms.run(document)
  sql.dropPassages.run(document)
  sql.dropHoldings.run(document)
  sql.dropDocument.run(document)
}

function numberOf(row: Record<string, unknown> | undefined): RowNumber | undefined {
  const num = row?.['num']
  return typeof num === 'number' || typeof num === 'bigint' ? num : undefined
}
