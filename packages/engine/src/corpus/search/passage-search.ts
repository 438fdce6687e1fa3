import type { DatabaseSync } from 'node:sqlite'
import { rarity } from '#language/bm25.ts'
import { RecentCache } from '#language/recent-cache.ts'
import type { PassageHit, SearchFilter } from '../../types.ts'
import { indexTerm } from '../index/fts-query.ts'
import { PassageTable } from './passage-table.ts'
import { PostingsReader } from './postings.ts'
import { type Admission, type Ranked, type RankedTerm, Ranking } from './rank.ts'
import { VectorSearch } from './vector-search.ts'

/** Passages without their text, and terms, that are kept in memory: more than a run's searches find, and a bound. */
export const KEPT = 20_000
/** Of passages that are all as good, so many more than asked for are put in order. */
const TIES = 1_000

type Passage = Omit<PassageHit, 'score'>

const isThere: Admission = (document) => document !== 0

/**
 * The passages of an index, searchable by terms. FTS5 stores the index, but the ranking is done here on its postings: FTS5
 * would walk over all passages of all terms for every search, and a run makes a dozen searches for much the same terms.
 */
export class PassageSearch {
  readonly #database: DatabaseSync
  readonly #postings: PostingsReader
  readonly #sql: ReturnType<typeof statements>
  readonly #known = new Map<number, Passage>()
  readonly #vectors: VectorSearch
  /** The numbers of documents among which a search was: several of a question are among the same. */
  readonly #numbers = new RecentCache<ReadonlySet<number>>(KEPT, ({ size }) => 1 + size)
  #version = ''
  #hasLooked = false
  #table: PassageTable | undefined
  #ranking: Ranking | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#postings = new PostingsReader(database)
    this.#vectors = new VectorSearch(database)
    this.#sql = statements(database)
  }

  /** The passages that hold any of the terms, the best first; ties in a fixed order. */
  search(terms: readonly string[], limit: number, filter: SearchFilter): PassageHit[] {
    if (limit < 1) return []
    const passages = this.#tableNow()
    this.#ranking ??= new Ranking(passages)
    const wanted = this.#ranked(terms, passages.count, filter)
    const best = this.#ranking.best(wanted, Math.floor(limit), this.#admission(filter)).slice(0, limit + TIES)
    return this.#hitsOf(best).slice(0, limit)
  }

  /** The passages whose vectors are nearest to one, the best first. */
  nearest(vector: Float32Array, limit: number, filter: SearchFilter): PassageHit[] {
    const passages = this.#tableNow()
    return this.#hitsOf(this.#vectors.nearest(vector, limit, passages, this.#admission(filter) ?? isThere))
  }

  #hitsOf(best: readonly Ranked[]): PassageHit[] {
    const known = this.#passagesOf(best)
    const hits: PassageHit[] = []
    for (const { num, score } of best) {
      const passage = known.get(num)
      if (passage === undefined) continue
      const { documentId, start, end } = passage
      hits.push({ documentId, start, end, score })
    }
    return hits.sort(byScore)
  }

  /** How many passages there are. */
  count(): number {
    return this.#tableNow().count
  }

  /** How many passages hold a term, or several side by side. */
  frequency(term: string): number {
    this.#keepUp()
    return this.#postings.frequency(term)
  }

  /** Discards what is cached in memory, because it may no longer be true. */
  renew(): void {
    this.#postings.clear()
    this.#vectors.clear()
    this.#numbers.clear()
    this.#known.clear()
    this.#table = undefined
    this.#ranking = undefined
  }

  /** Discards what was read before the index last changed, whether by this connection or by another process. */
  #keepUp(): void {
    if (this.#hasLooked) return
    // Nothing of this connection is written before whoever asks now is done, and a run asks a hundred times.
    this.#hasLooked = true
    queueMicrotask(() => {
      this.#hasLooked = false
    })
    const { own, others } = { ...this.#sql.versions.get() }
    const now = `${own} ${others}`
    if (now !== this.#version) this.renew()
    this.#version = now
  }

  #tableNow(): PassageTable {
    this.#keepUp()
    if (this.#table === undefined) {
      this.#table = new PassageTable(this.#database)
      this.#postings.beginWith(this.#table.end - 1, this.#table.count)
    }
    return this.#table
  }

  #numbersOf(ids: readonly string[]): ReadonlySet<number> {
    const key = JSON.stringify(ids)
    return this.#numbers.get(key, () => new Set(this.#sql.numbers.all(key).map(({ num }) => Number(num))))
  }

  /** Undefined: all of them. */
  #admission({ within, without }: SearchFilter): Admission | undefined {
    if (within === undefined && without === undefined) return undefined
    const only = within && this.#numbersOf(within)
    const except = without && this.#numbersOf(without)
    return (document) => isThere(document) && (only?.has(document) ?? true) && !(except?.has(document) ?? false)
  }

  /** The terms once each, as rare as they are here or as the filter says. */
  #ranked(terms: readonly string[], count: number, { statistics }: SearchFilter): RankedTerm[] {
    const tokens = new Map(terms.map((term) => [indexTerm(term), term]))
    return [...tokens].map(([token, term]) => {
      const found = this.#postings.of(token)
      const frequency = statistics?.documentFrequency(term) ?? this.#postings.frequency(token)
      return { ...found, rarity: rarity(frequency, statistics?.passageCount ?? count, 0) }
    })
  }

  /** What is known of passages, by number. */
  #passagesOf(ranked: readonly Ranked[]): ReadonlyMap<number, Passage> {
    const known = this.#known
    if (known.size > KEPT) known.clear()
    const missing: number[] = []
    for (const { num } of ranked) if (!known.has(num)) missing.push(num)
    if (missing.length === 0) return known
    for (const { num, id, start, end } of this.#sql.rows.all(JSON.stringify(missing))) {
      known.set(Number(num), { documentId: String(id), start: Number(start), end: Number(end) })
    }
    return known
  }
}

function statements(database: DatabaseSync) {
  return {
    versions: database.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version'),
    numbers: database.prepare('SELECT num FROM documents WHERE id IN (SELECT value FROM json_each(?))'),
    rows: database.prepare(
      `SELECT p.num, d.id, p.start, p."end" FROM json_each(?) wanted
       JOIN passages p ON p.num = wanted.value JOIN documents d ON d.num = p.document`,
    ),
  }
}

/** The best passages come first; equally good ones of a document stay in order. */
function byScore(a: PassageHit, b: PassageHit): number {
  if (a.score !== b.score) return b.score - a.score
  return a.documentId < b.documentId ? -1 : Number(a.documentId > b.documentId)
}
