import type { DatabaseSync } from 'node:sqlite'
import type { PassageHit, SearchFilter } from '../../types.ts'
import { indexTerm } from '../index/fts-query.ts'
import { rarity } from './bm25.ts'
import { type PassageTable, readPassageTable } from './passage-table.ts'
import { createPostingsReader } from './postings.ts'
import { type Ranked, type RankedTerm, Ranking } from './rank.ts'

/** The passages of an index, searchable by terms. */
export interface PassageSearch {
  /** The passages that hold any of the terms, the best first; ties in a fixed order. */
  search(terms: readonly string[], limit: number, filter: SearchFilter): PassageHit[]
  /** How many passages there are. */
  count(): number
  /** How many passages hold a term, or several side by side. */
  frequency(term: string): number
  /** What is kept in memory may no longer be true. */
  renew(): void
}

/** So many passages, without their text, are kept in memory. */
const KEPT = 20_000
/** Of passages that are all as good, so many more than asked for are put in order. */
const TIES = 1_000

/**
 * FTS5 keeps the index; ranking is done here, over its postings: FTS5 walks over all passages of all terms anew for
 * every search, and a run makes a dozen searches for much the same terms.
 */
export function createPassageSearch(database: DatabaseSync): PassageSearch {
  const postings = createPostingsReader(database)
  const versions = database.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version')
  const numbers = database.prepare('SELECT num FROM documents WHERE id IN (SELECT value FROM json_each(?))')
  const rows = database.prepare(
    `SELECT p.num, d.id, p.start, p."end" FROM json_each(?) wanted
     JOIN passages p ON p.num = wanted.value JOIN documents d ON d.num = p.document`,
  )
  const known = new Map<number, Passage>()
  let version = ''
  let table: PassageTable | undefined
  let ranking: Ranking | undefined

  function renew(): void {
    postings.clear()
    known.clear()
    table = undefined
    ranking = undefined
  }

  /** Forgets what was read before the index last changed, be it by this connection or by another process. */
  function keepUp(): void {
    const { own, others } = { ...versions.get() }
    const now = `${own} ${others}`
    if (now !== version) renew()
    version = now
  }

  function tableNow(): PassageTable {
    keepUp()
    table ??= readPassageTable(database)
    return table
  }

  function numbersOf(ids: readonly string[]): Set<number> {
    return new Set(numbers.all(JSON.stringify(ids)).map(({ num }) => Number(num)))
  }

  function admission({ within, without }: SearchFilter): (document: number) => boolean {
    const only = within && numbersOf(within)
    const except = without && numbersOf(without)
    return (document) => document !== 0 && (only?.has(document) ?? true) && !(except?.has(document) ?? false)
  }

  /** The terms once each, as rare as they are here or as the filter says. */
  function rankedTerms(terms: readonly string[], count: number, { statistics }: SearchFilter): RankedTerm[] {
    const tokens = new Map(terms.map((term) => [indexTerm(term), term]))
    return [...tokens].map(([token, term]) => {
      const found = postings.of(token)
      const frequency = statistics?.documentFrequency(term) ?? found.passages.length
      return { ...found, rarity: rarity(frequency, statistics?.passageCount ?? count) }
    })
  }

  /** What is known of passages, by number. */
  function passagesOf(ranked: readonly Ranked[]): ReadonlyMap<number, Passage> {
    const missing = ranked.flatMap(({ num }) => (known.has(num) ? [] : [num]))
    if (missing.length === 0) return known
    if (known.size + missing.length > KEPT) known.clear()
    const wanted = known.size === 0 ? ranked.map(({ num }) => num) : missing
    for (const row of rows.all(JSON.stringify(wanted))) known.set(Number(row['num']), passageOf(row))
    return known
  }

  return {
    search(terms, limit, filter) {
      if (limit < 1) return []
      const passages = tableNow()
      ranking ??= new Ranking(passages)
      const ranked = ranking
        .best(rankedTerms(terms, passages.count, filter), Math.floor(limit), admission(filter))
        .slice(0, limit + TIES)
      const passagesByNumber = passagesOf(ranked)
      const hits = ranked.flatMap(({ num, score }): PassageHit[] => {
        const passage = passagesByNumber.get(num)
        return passage ? [{ ...passage, score }] : []
      })
      return hits.sort(byScore).slice(0, limit)
    },
    count: () => tableNow().count,
    frequency(term) {
      keepUp()
      return postings.of(term).passages.length
    },
    renew,
  }
}

type Passage = Omit<PassageHit, 'score'>

function passageOf({ id, start, end }: Record<string, unknown>): Passage {
  return { documentId: String(id), start: Number(start), end: Number(end) }
}

/** The best first; of a document those that are as good stay in their order. */
function byScore(a: PassageHit, b: PassageHit): number {
  if (a.score !== b.score) return b.score - a.score
  return a.documentId < b.documentId ? -1 : Number(a.documentId > b.documentId)
}
