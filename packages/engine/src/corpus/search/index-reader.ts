import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { documentOf } from '../index/document-record.ts'
import { indexTerm } from '../index/fts-query.ts'
import { URL_OF_DOCUMENT } from '../index/url-index.ts'
import {
  type Corpus,
  type CorpusDocument,
  type CorpusProblem,
  type DocumentOrigin,
  UnknownDocumentError,
} from '../types.ts'
import { createPassageSearch, passageOf } from './passage-search.ts'

/** Documents are kept in memory up to this many UTF-16 units of text in all. */
const CACHED_TEXT = 8_000_000

/** How many terms' frequencies are kept in memory. */
const KNOWN_FREQUENCIES = 50_000

/** Of more terms than this, a search takes the rarest. */
const MOST_TERMS = 64

/** The reading side of a corpus. */
export interface CorpusReader extends Omit<Corpus, 'problems' | 'sync' | 'refresh' | 'hold' | 'close'> {
  /** Documents may have changed since they were last read. */
  renew(): void
}

export function createIndexReader(database: DatabaseSync): CorpusReader {
  const sql = statements(database)
  const cache = createTextCache()
  const frequencies = new Map<string, number>()
  const passages = createPassageSearch(database)
  const count = (statement: StatementSync, ...values: string[]) => Number(statement.get(...values)?.['n'] ?? 0)

  function document(id: string): CorpusDocument {
    const cached = cache.get(id)
    if (cached !== undefined) return cached
    const row = sql.document.get(id) ?? sql.former.get(id)
    if (row === undefined) throw new UnknownDocumentError(id)
    const found = documentOf({
      id,
      title: String(row['title']),
      text: String(row['text']),
      year: row['year'] === null ? null : Number(row['year']),
      metadata: String(row['metadata']),
    })
    cache.add(found)
    return found
  }

  function documentFrequency(term: string): number {
    const token = indexTerm(term)
    if (token === '') return 0
    const known = frequencies.get(token)
    if (known !== undefined) return known
    const frequency = token.includes(' ') ? passages.frequency(token) : count(sql.termFrequency, token)
    if (frequencies.size >= KNOWN_FREQUENCIES) frequencies.clear()
    frequencies.set(token, frequency)
    return frequency
  }

  /** The rarest of many terms: they decide, and each costs time. */
  function telling(terms: readonly string[]): readonly string[] {
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
    search: (query, limit, filter = {}) => passages.search(telling(query.terms), limit, filter),
    document,
    documentAt(url) {
      const row = sql.documentAt.get(url)
      return row && document(String(row['id']))
    },
    passages: (documentId) => sql.passages.all(documentId).map(passageOf),
    renew() {
      cache.clear()
      frequencies.clear()
      passages.renew()
    },
    documentFrequency,
    *titles() {
      let after = ''
      for (let rows = sql.titles.all(after); rows.length > 0; rows = sql.titles.all(after)) {
        for (const { id, title } of rows) yield { documentId: String(id), title: String(title) }
        after = String(rows.at(-1)?.['id'])
      }
    },
    *origins() {
      for (const { id, name, kind } of sql.origins.iterate())
        yield { documentId: String(id), name: String(name), kind: kind as DocumentOrigin['kind'] }
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
    passages: sql(
      `SELECT d.id, p.start, p."end", p.ordinal, p.heading FROM documents d JOIN passages p ON p.document = d.num
       WHERE d.id = ? ORDER BY p.ordinal`,
    ),
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

/** The documents read last, by id. */
function createTextCache() {
  const documents = new Map<string, CorpusDocument>()
  let size = 0
  return {
    get(id: string): CorpusDocument | undefined {
      const found = documents.get(id)
      if (found !== undefined) {
        documents.delete(id)
        documents.set(id, found)
      }
      return found
    },
    clear(): void {
      documents.clear()
      size = 0
    },
    add(document: CorpusDocument): void {
      documents.set(document.id, document)
      size += document.text.length
      for (const [id, { text }] of documents) {
        if (size <= CACHED_TEXT) break
        documents.delete(id)
        size -= text.length
      }
    },
  }
}
