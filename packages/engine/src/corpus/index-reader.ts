import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { documentOf } from './document-record.ts'
import { indexTerm, matchExpression } from './fts-query.ts'
import { COLUMN_WEIGHTS } from './schema.ts'
import {
  type Corpus,
  type CorpusDocument,
  type CorpusProblem,
  type DocumentOrigin,
  type FtsQuery,
  type Passage,
  type PassageFilter,
  type PassageHit,
  type TitleHit,
  UnknownDocumentError,
} from './types.ts'

/** Documents are kept in memory up to this many UTF-16 units of text in all. */
const CACHED_TEXT = 8_000_000

type Row = Record<string, unknown>

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
  const searches = new Map<string, StatementSync>()
  /** The search with the parameters given, made when it is first wanted. */
  const searchStatement = (values: object) => {
    const text = ranked(values)
    const statement = searches.get(text) ?? database.prepare(text)
    searches.set(text, statement)
    return statement
  }
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
    const frequency = token.includes(' ')
      ? count(sql.phraseFrequency, matchExpression([token], 'OR') ?? '')
      : count(sql.termFrequency, token)
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
      return count(sql.passageCount)
    },
    search(query, limit, filter = {}) {
      const values = searchValues({ ...query, terms: telling(query.terms) }, limit, filter)
      return values === undefined ? [] : searchStatement(values).all(values).map(hitOf)
    },
    searchTitles(terms, limit) {
      const match = matchExpression(terms, 'OR')
      if (match === undefined || limit < 1) return []
      return sql.searchTitles.all(match, Math.floor(limit)).map(titleHitOf)
    },
    document,
    passages: (documentId) => sql.passages.all(documentId).map(passageOf),
    renew() {
      cache.clear()
      frequencies.clear()
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

function searchValues(query: FtsQuery, limit: number, filter: PassageFilter) {
  const required = query.required ?? []
  const any = matchExpression([...required, ...query.terms], 'OR')
  const all = matchExpression(required, 'AND')
  if (any === undefined || limit < 1) return undefined
  // A required "term" without a token in it can not be met by leaving it out.
  if (required.some((term) => indexTerm(term) === '')) return undefined
  const { documents, exclude = [], years } = filter
  return {
    any,
    limit: Math.floor(limit),
    ...(all === undefined ? {} : { all }),
    ...(documents === undefined ? {} : { only: JSON.stringify(documents) }),
    ...(exclude.length === 0 ? {} : { except: JSON.stringify(exclude) }),
    ...(years?.from === undefined ? {} : { from: years.from }),
    ...(years?.to === undefined ? {} : { to: years.to }),
  }
}

/** FTS5's bm25 is the better the lower; the columns' weights are in the table's order. */
const RANK = `-bm25(passages_fts, ${Object.values(COLUMN_WEIGHTS).join(', ')})`

/** So many more than asked for are ranked before ties are put in their fixed order. */
const TIES = 40

/** Passages of documents that fulfil a condition. */
const passagesWhere = (condition: string) =>
  `(SELECT p.num FROM documents d JOIN passages p ON p.document = d.num WHERE ${condition})`

/** What narrows a search, by the parameter that holds it. `+`: the words are looked up once, not for each passage of the list. */
const NARROWING = {
  all: 'AND +rowid IN (SELECT rowid FROM passages_fts WHERE passages_fts MATCH $all)',
  only: `AND +rowid IN ${passagesWhere('d.id IN (SELECT value FROM json_each($only))')}`,
  except: `AND +rowid NOT IN ${passagesWhere('d.id IN (SELECT value FROM json_each($except))')}`,
  from: `AND +rowid IN ${passagesWhere('d.year >= $from')}`,
  to: `AND +rowid IN ${passagesWhere('d.year <= $to')}`,
} as const

/**
 * Passages that match `$any`, the best first. What is shown of them is looked up for the best alone: a search of common
 * words matches thousands.
 */
function ranked(values: object): string {
  const given = Object.entries(NARROWING).filter(([name]) => name in values)
  const condition = given.map(([, text]) => text).join(' ')
  return `SELECT d.id, p.start, p."end", p.ordinal, p.heading, best.score
    FROM (SELECT rowid AS num, ${RANK} AS score FROM passages_fts WHERE passages_fts MATCH $any ${condition}
      ORDER BY score DESC LIMIT $limit + ${TIES}) best
    JOIN passages p ON p.num = best.num JOIN documents d ON d.num = p.document
    ORDER BY best.score DESC, d.id, p.ordinal LIMIT $limit`
}

function statements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    searchTitles: sql(
      `SELECT d.id, d.title, -bm25(titles_fts) AS score FROM titles_fts f JOIN documents d ON d.num = f.rowid
       WHERE titles_fts MATCH ? ORDER BY score DESC, d.id LIMIT ?`,
    ),
    document: sql('SELECT title, year, metadata, text FROM documents WHERE id = ?'),
    former: sql('SELECT title, year, metadata, text FROM temp.former WHERE id = ?'),
    passages: sql(
      `SELECT d.id, p.start, p."end", p.ordinal, p.heading FROM documents d JOIN passages p ON p.document = d.num
       WHERE d.id = ? ORDER BY p.ordinal`,
    ),
    termFrequency: sql('SELECT doc AS n FROM passage_terms WHERE term = ?'),
    phraseFrequency: sql('SELECT count(*) AS n FROM passages_fts WHERE passages_fts MATCH ?'),
    documentCount: sql('SELECT count(*) AS n FROM documents'),
    passageCount: sql('SELECT count(*) AS n FROM passages'),
    origins: sql(
      `SELECT id, json_extract(metadata, '$.publisher') AS name, 'publisher' AS kind FROM documents WHERE name IS NOT NULL
       UNION ALL SELECT documents.id, author.value, 'author' FROM documents, json_each(metadata, '$.authors') AS author
       UNION ALL SELECT id, COALESCE(json_extract(metadata, '$.date'), year) AS name, 'date' FROM documents
         WHERE name IS NOT NULL`,
    ),
    titles: sql('SELECT id, title FROM documents WHERE id > ? ORDER BY id LIMIT 1000'),
  }
}

function passageOf(row: Row): Passage {
  const { id, start, end, ordinal, heading } = row
  const passage = { documentId: String(id), start: Number(start), end: Number(end), ordinal: Number(ordinal) }
  return typeof heading === 'string' ? { ...passage, heading } : passage
}

function hitOf(row: Row): PassageHit {
  return { ...passageOf(row), score: Number(row['score']) }
}

function titleHitOf(row: Row): TitleHit {
  return { documentId: String(row['id']), title: String(row['title']), score: Number(row['score']) }
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
