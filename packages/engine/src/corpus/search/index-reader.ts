import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Library, Origin } from '../../types.ts'
import { type DocumentRecord, documentOf } from '../index/document-record.ts'
import { indexTerm } from '../index/fts-query.ts'
import { URL_OF_DOCUMENT } from '../index/url-index.ts'
import { type CorpusDocument, type CorpusProblem, UnknownDocumentError } from '../types.ts'
import { PassageSearch } from './passage-search.ts'
import { RecentCache } from './recent-cache.ts'

/** UTF-16 units of documents' text that are kept in memory: 16 MB, the documents of a few runs. */
const CACHED_TEXT = 8_000_000

/** Of more terms than this, which is a page pasted for a question, a search takes the rarest. */
const MOST_TERMS = 64

/** The reading side of a corpus. */
export interface CorpusReader extends Library {
  document(id: string): CorpusDocument
  /** The document that has this address now. */
  documentAt(url: string): CorpusDocument | undefined
  /** Documents may have changed since they were last read. */
  renew(): void
}

export function createIndexReader(database: DatabaseSync): CorpusReader {
  const sql = statements(database)
  const cache = new RecentCache<CorpusDocument>(CACHED_TEXT, ({ text }) => text.length)
  const passages = new PassageSearch(database)
  const count = (statement: StatementSync, ...values: string[]) => Number(statement.get(...values)?.['n'] ?? 0)

  function readDocument(id: string): CorpusDocument {
    const row = sql.document.get(id) ?? sql.former.get(id)
    if (row === undefined) throw new UnknownDocumentError(id)
    return documentOf({ id, ...row } as unknown as DocumentRecord)
  }

  function documentFrequency(term: string): number {
    const token = indexTerm(term)
    if (token === '') return 0
    return token.includes(' ') ? passages.frequency(token) : count(sql.termFrequency, token)
  }

  /** The rarest of many terms: they decide, and each costs time. */
  function rarest(terms: readonly string[]): readonly string[] {
    if (terms.length <= MOST_TERMS) return terms
    const found = [...new Set(terms)].filter((term) => documentFrequency(term) > 0)
    return found.sort((a, b) => documentFrequency(a) - documentFrequency(b)).slice(0, MOST_TERMS)
  }

  return {
    get documentCount() {
      return count(sql.documentCount)
    },
    get passageCount() {
      return passages.count()
    },
    search: (terms, limit, filter = {}) => passages.search(rarest(terms), limit, filter),
    document: (id) => cache.get(id, () => readDocument(id)),
    documentAt(url) {
      const id = sql.documentAt.get(url)?.['id']
      return id === undefined ? undefined : cache.get(String(id), () => readDocument(String(id)))
    },
    renew() {
      cache.clear()
      passages.renew()
    },
    documentFrequency,
    *titles() {
      let after = ''
      for (let rows = sql.titles.all(after); rows.length > 0; rows = sql.titles.all(after)) {
        for (const { id, title } of rows) yield { documentId: String(id), name: String(title) }
        after = String(rows.at(-1)?.['id'])
      }
    },
    *origins() {
      for (const { id, name, kind } of sql.origins.iterate())
        yield { documentId: String(id), name: String(name), kind: kind as NonNullable<Origin['kind']> }
    },
  }
}

/** What could not be read, of entries as they are now. */
export function storedProblems(database: DatabaseSync): CorpusProblem[] {
  const rows = database.prepare('SELECT source, message FROM problems GROUP BY source, message ORDER BY min(num)').all()
  return rows.map(({ source, message }) => ({ source: String(source), message: String(message) }))
}

function statements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    document: sql('SELECT title, year, metadata, text FROM documents WHERE id = ?'),
    documentAt: sql(`SELECT id FROM documents WHERE ${URL_OF_DOCUMENT} = ? ORDER BY num DESC LIMIT 1`),
    former: sql('SELECT title, year, metadata, text FROM temp.former WHERE id = ?'),
    termFrequency: sql('SELECT doc AS n FROM passage_terms WHERE term = ?'),
    documentCount: sql('SELECT count(*) AS n FROM documents'),
    origins: sql(
      `SELECT id, json_extract(metadata, '$.publisher') AS name, 'publisher' AS kind FROM documents WHERE name IS NOT NULL
       UNION ALL SELECT documents.id, author.value, 'author' FROM documents, json_each(metadata, '$.authors') AS author
       UNION ALL SELECT id, COALESCE(json_extract(metadata, '$.date'), year) AS name, 'date' FROM documents
         WHERE name IS NOT NULL`,
    ),
    titles: sql('SELECT id, title FROM documents WHERE id > ? ORDER BY id LIMIT 1000'),
  }
}
