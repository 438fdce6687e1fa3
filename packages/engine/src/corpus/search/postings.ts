import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { indexTerm, phraseExpression } from '../index/fts-query.ts'
import { numbersIn } from './number-list.ts'
import { RecentCache } from './recent-cache.ts'

/** The passages that hold a term, and how often each holds it, whatever the field. */
export interface Postings {
  /** Their numbers, ascending. */
  passages: Uint32Array
  counts: Uint16Array
}

/** Entries of postings that are kept in memory: at six bytes each, 12 MB. */
const KEPT = 2_000_000

/** Reads postings from the index. Those asked for last are kept, as a run searches for the same terms again and again. */
export class PostingsReader {
  readonly #ofTerm: StatementSync
  readonly #ofPhrase: StatementSync
  readonly #kept = new RecentCache<Postings>(KEPT, ({ passages }) => passages.length + 1)

  constructor(database: DatabaseSync) {
    this.#ofTerm = database.prepare('SELECT group_concat(doc) AS found FROM passage_instances WHERE term = ?')
    this.#ofPhrase = database.prepare(
      'SELECT group_concat(rowid) AS found FROM (SELECT rowid FROM passages_fts WHERE passages_fts MATCH ?)',
    )
  }

  /** The postings of a term, or of several side by side. */
  of(term: string): Postings {
    const token = indexTerm(term)
    return this.#kept.get(token, () => {
      if (token === '') return countsOf([])
      const row = token.includes(' ') ? this.#ofPhrase.get(phraseExpression(token)) : this.#ofTerm.get(token)
      return countsOf(numbersIn(row?.['found']))
    })
  }

  /** Forgets those that are in memory. */
  clear(): void {
    this.#kept.clear()
  }
}

/** 3, 3, 7 are two mentions in passage 3 and one in 7: equal numbers stand together. */
function countsOf(mentions: readonly number[]): Postings {
  const passages = Uint32Array.from(mentions.filter((passage, at) => passage !== mentions[at - 1]))
  const counts = new Uint16Array(passages.length)
  let place = 0
  for (const passage of mentions) {
    if (passages[place] !== passage) place += 1
    counts[place] = (counts[place] ?? 0) + 1
  }
  return { passages, counts }
}
