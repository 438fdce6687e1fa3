import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { RecentCache } from '#language/recent-cache.ts'
import { countedState } from '../index/compact.ts'
import { indexTerm, phraseExpression } from '../index/fts-query.ts'
import { numbersIn } from '../index/number-list.ts'
import { type Postings, postingsOf, unpackPostings } from '../index/packed-postings.ts'

export type { Postings } from '../index/packed-postings.ts'

/** Entries of postings that are kept in memory: at six bytes each, 12 MB. */
const KEPT = 2_000_000
/** Terms whose frequencies are kept in memory, some 3 MB. */
const KEPT_FREQUENCIES = 40_000

/** UTF-16 units of a term, or of several, that something is kept of: nobody asks twice for a longer one, which takes as much memory as hundreds. */
const LONGEST_KEPT = 200

/** Reads postings from the index. Those asked for last are kept, as a run searches for the same terms again and again. */
export class PostingsReader {
  readonly #sql: ReturnType<typeof statements>
  readonly #kept = new RecentCache<Postings>(KEPT, ({ passages }) => passages.length + 1)
  readonly #frequencies = new Map<string, number>()
  /** Whether every term is counted: one without a count is in no passage, and FTS5, which takes much longer, need not be asked. */
  #isCounted = false

  constructor(database: DatabaseSync) {
    this.#sql = statements(database)
  }

  /** The postings of a term, or of several side by side. */
  of(term: string): Postings {
    const token = indexTerm(term)
    return token.length > LONGEST_KEPT ? this.#read(token) : this.#kept.get(token, () => this.#read(token))
  }

  /** How many passages hold a term, or several side by side; where there are many passages, as of when they were last counted. */
  frequency(term: string): number {
    const known = this.#frequencies.get(term)
    if (known !== undefined) return known
    const frequency = this.#frequencyOf(indexTerm(term))
    if (term.length > LONGEST_KEPT) return frequency
    if (this.#frequencies.size >= KEPT_FREQUENCIES) this.#frequencies.clear()
    this.#frequencies.set(term, frequency)
    return frequency
  }

  /** To be told the number of the last passage, and how many there are. */
  beginWith(last: number, passages: number): void {
    this.#isCounted = this.#sql.state.get()?.['value'] === countedState(last, passages)
  }

  /** Forgets those that are in memory. */
  clear(): void {
    this.#isCounted = false
    this.#kept.clear()
    this.#frequencies.clear()
  }

  #frequencyOf(token: string): number {
    if (isPhrase(token)) return this.of(token).passages.length
    return count(this.#sql.counted, token) ?? (this.#isCounted ? 0 : (count(this.#sql.frequency, token) ?? 0))
  }

  #read(token: string): Postings {
    if (token === '') return postingsOf([])
    if (isPhrase(token)) return postingsOf(this.#numbers(this.#sql.phrase, phraseExpression(token)))
    const packed = this.#sql.packed.get(token)
    if (packed === undefined) return postingsOf(this.#numbers(this.#sql.mentions, token))
    const { postings, passages, until, last } = packed
    const known = unpackPostings(postings as Uint8Array, Number(passages))
    return last === until ? known : joined(known, postingsOf(this.#numbers(this.#sql.newer, token, Number(until))))
  }

  #numbers(statement: StatementSync, ...values: (string | number)[]): number[] {
    return numbersIn(statement.get(...values)?.['found'])
  }
}

function joined(one: Postings, other: Postings): Postings {
  const passages = new Uint32Array(one.passages.length + other.passages.length)
  const counts = new Uint16Array(passages.length)
  passages.set(one.passages)
  passages.set(other.passages, one.passages.length)
  counts.set(one.counts)
  counts.set(other.counts, one.counts.length)
  return { passages, counts }
}

function isPhrase(token: string): boolean {
  return token === '' || token.includes(' ')
}

function count(statement: StatementSync, token: string): number | undefined {
  const row = statement.get(token)
  return row && Number(row['n'])
}

function statements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  return {
    frequency: sql('SELECT doc AS n FROM passage_terms WHERE term = ?'),
    state: sql("SELECT value FROM meta WHERE key = 'counted'"),
    counted: sql('SELECT passages AS n FROM term_counts WHERE term = ?'),
    mentions: sql('SELECT group_concat(doc) AS found FROM passage_instances WHERE term = ?'),
    newer: sql('SELECT group_concat(doc) AS found FROM passage_instances WHERE term = ? AND doc > ?'),
    phrase: sql('SELECT group_concat(rowid) AS found FROM (SELECT rowid FROM passages_fts WHERE passages_fts MATCH ?)'),
    packed: sql(
      'SELECT passages, postings, until, (SELECT max(num) FROM passages) AS last FROM frequent_terms WHERE term = ?',
    ),
  }
}
