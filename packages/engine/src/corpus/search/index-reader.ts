import { createHash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { namesIn } from '#language/name-dictionary.ts'
import { RecentCache } from '#language/recent-cache.ts'
import type { Library, Origin, PassageHit, SearchFilter } from '../../types.ts'
import { DocumentParts, type LoadedPart, loadPart, type PartSize } from '../index/document-parts.ts'
import { partedDocumentOf, wholeOf } from '../index/document-record.ts'
import { URL_OF_DOCUMENT } from '../index/schema.ts'
import { type CorpusDocument, type CorpusProblem, UnknownDocumentError, type WholeCorpusDocument } from '../types.ts'
import { KEPT, PassageSearch } from './passage-search.ts'

/** Documents that are kept in memory, but for their texts: those of some runs, with what is made of them. */
const CACHED_DOCUMENTS = 1_000
/** UTF-16 units of documents' parts that are kept in memory, 8 to 16 MB. */
const CACHED_TEXT = 8_000_000
/** How much larger blocks are in memory than as JSON. */
const DECODED = 4
/** If a query has more terms than this, such as a pasted page, only the rarest are searched for. */
const MOST_TERMS = 64

/**
 * The documents of an index, searchable by the terms that it was made of. A term with a space in it is a phrase, and of
 * more than 64 terms only the rarest are searched for.
 */
export class IndexReader implements Library {
  readonly #sql: ReturnType<typeof statements>
  readonly #documents = new RecentCache<CorpusDocument>(CACHED_DOCUMENTS)
  /** The part that was read last: what is read next is nearly always of it too. */
  #last: { id: string; number: number; part: LoadedPart } | undefined
  readonly #parts = new RecentCache<{ part: LoadedPart; size: number }>(CACHED_TEXT, ({ size }) => size)
  readonly #names = new RecentCache<ReadonlyMap<string, string[]>>(KEPT, ({ size }) => 1 + size)
  readonly #passages: PassageSearch

  constructor(database: DatabaseSync) {
    this.#sql = statements(database)
    this.#passages = new PassageSearch(database)
  }

  documentFrequency = (term: string): number => this.#passages.frequency(term)

  get documentCount(): number {
    return count(this.#sql.documentCount)
  }

  get unreadFiles(): number {
    return count(this.#sql.unreadFiles)
  }

  get passageCount(): number {
    return this.#passages.count()
  }

  search(terms: readonly string[], limit: number, filter: SearchFilter = {}): PassageHit[] {
    return this.#passages.search(this.#rarest(terms), limit, filter)
  }

  nearest(vector: Float32Array, limit: number, filter: SearchFilter = {}): PassageHit[] {
    return this.#passages.nearest(vector, limit, filter)
  }

  /** @throws {UnknownDocumentError} when the corpus does not hold it, and holds it for nobody */
  document(id: string): CorpusDocument {
    return this.#documents.get(id, () => {
      const row = this.#sql.document.get(id) ?? this.#sql.former.get(id)
      if (row === undefined) throw new UnknownDocumentError(id)
      const { title, year, metadata } = row
      const described = { id, title: String(title), year: year as number | null, metadata: String(metadata) }
      return partedDocumentOf(described, new DocumentParts(this.#sizesOf(id), (part) => this.#partOf(id, part)))
    })
  }

  /** The document that has this address now. */
  documentAt(url: string): WholeCorpusDocument | undefined {
    const id = this.#sql.documentAt.get(url)?.['id']
    return id === undefined ? undefined : wholeOf(this.document(String(id)))
  }

  *titles(): Generator<{ documentId: string; name: string }> {
    let after = ''
    for (let rows = this.#sql.titles.all(after); rows.length > 0; rows = this.#sql.titles.all(after)) {
      for (const { id, title } of rows) yield { documentId: String(id), name: String(title) }
      after = String(rows.at(-1)?.['id'])
    }
  }

  /** What a text names of the documents' titles. */
  named(text: string): Map<string, string[]> {
    return namesIn(text, (first) => this.#names.get(first, () => this.#namesFrom(first)))
  }

  *origins(): Generator<Origin> {
    for (const { id, name, kind } of this.#sql.origins.iterate())
      yield { documentId: String(id), name: String(name), kind: kind as NonNullable<Origin['kind']> }
  }

  /** Names what is searched now: two indexes with the same fingerprint find the same. */
  fingerprint(): string {
    const hash = createHash('sha256').update(`${this.unreadFiles || ''}`)
    for (const { num, hash: document } of this.#sql.hashes.iterate()) hash.update(`${num} ${document}\n`)
    return hash.digest('hex')
  }

  /** Every file, by its path within its source, with the number of documents that it holds. */
  *files(): Generator<{ path: string; documents: number }> {
    for (const { key, documents } of this.#sql.files.iterate())
      yield { path: String(key), documents: Number(documents) }
  }

  /** What could not be read, of entries as they are now. */
  storedProblems(): CorpusProblem[] {
    return this.#sql.problems.all().map(({ source, message, kind }) => ({
      source: String(source),
      message: String(message),
      ...(kind === null ? {} : { kind: kind as 'served' | 'excluded' }),
    }))
  }

  /** Documents may have changed since they were last read. */
  protected renew(): void {
    this.#documents.clear()
    this.#parts.clear()
    this.#last = undefined
    this.#names.clear()
    this.#passages.renew()
  }

  #sizesOf(id: string): PartSize[] {
    const now = this.#sql.sizes.all(id)
    const rows = now.length > 0 ? now : this.#sql.formerSizes.all(id)
    return rows.map(({ length, count }) => ({ length: Number(length), count: count as number | null }))
  }

  #partOf(id: string, number: number): LoadedPart {
    if (this.#last?.id === id && this.#last.number === number) return this.#last.part
    const { part } = this.#parts.get(`${id} ${number}`, () => {
      const row = this.#sql.part.get(id, number) ?? this.#sql.formerPart.get(id, number)
      if (row === undefined) throw new UnknownDocumentError(id)
      const stored = { text: String(row['text']), blocks: row['blocks'] as string | null }
      return { part: loadPart(stored), size: stored.text.length + DECODED * (stored.blocks?.length ?? 0) }
    })
    this.#last = { id, number, part }
    return part
  }

  #namesFrom(first: string): ReadonlyMap<string, string[]> {
    const names = new Map<string, string[]>()
    for (const { key, id } of this.#sql.names.all(first))
      names.set(String(key), [...(names.get(String(key)) ?? []), String(id)])
    return names
  }

  /** The rarest of many terms: they decide, and each costs time. */
  #rarest(terms: readonly string[]): readonly string[] {
    if (terms.length <= MOST_TERMS) return terms
    const frequencyOf = this.documentFrequency
    const found = [...new Set(terms)].filter((term) => frequencyOf(term) > 0)
    return found.sort((a, b) => frequencyOf(a) - frequencyOf(b)).slice(0, MOST_TERMS)
  }
}

function count(statement: StatementSync, ...values: string[]): number {
  return Number(statement.get(...values)?.['n'] ?? 0)
}

function statements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    document: sql('SELECT title, year, metadata FROM documents WHERE id = ?'),
    sizes: sql('SELECT length, count FROM documents JOIN texts ON document = num WHERE id = ? ORDER BY part'),
    part: sql('SELECT text, blocks FROM documents JOIN texts ON document = num WHERE id = ? AND part = ?'),
    documentAt: sql(`SELECT id FROM documents WHERE ${URL_OF_DOCUMENT} = ? ORDER BY num DESC LIMIT 1`),
    former: sql('SELECT title, year, metadata FROM temp.former WHERE id = ?'),
    formerSizes: sql('SELECT length, count FROM temp.former_texts WHERE id = ? ORDER BY part'),
    formerPart: sql('SELECT text, blocks FROM temp.former_texts WHERE id = ? AND part = ?'),
    hashes: sql('SELECT num, hash FROM documents ORDER BY num'),
    documentCount: sql('SELECT count(*) AS n FROM documents'),
    origins: sql(
      `SELECT id, json_extract(metadata, '$.publisher') AS name, 'publisher' AS kind FROM documents WHERE name IS NOT NULL
       UNION ALL SELECT documents.id, author.value, 'author' FROM documents, json_each(metadata, '$.authors') AS author
       UNION ALL SELECT id, COALESCE(json_extract(metadata, '$.date'), year) AS name, 'date' FROM documents
         WHERE name IS NOT NULL`,
    ),
    problems: sql(
      'SELECT source, message, kind FROM problems GROUP BY source, message ORDER BY min(entry) > 0, min(num)',
    ),
    files: sql(
      'SELECT key, count(document) AS documents FROM entries LEFT JOIN holdings ON entry = num GROUP BY num ORDER BY key',
    ),
    unreadFiles: sql('SELECT count(DISTINCT source) AS n FROM problems WHERE kind IS NULL'),
    names: sql('SELECT key, id FROM names JOIN documents ON num = document WHERE first = ? ORDER BY id'),
    titles: sql('SELECT id, title FROM documents WHERE id > ? ORDER BY id LIMIT 1000'),
  }
}
