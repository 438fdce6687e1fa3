import type { DatabaseSync } from 'node:sqlite'
import { indexTerm, phraseExpression } from '../index/fts-query.ts'
import { eachNumber } from './number-list.ts'
import { RecentCache } from './recent-cache.ts'

/** The passages that hold a term, and how often each holds it, whatever the field. */
export interface Postings {
  /** Their numbers, ascending. */
  passages: Uint32Array
  counts: Uint16Array
}

/** Gives a term's postings; `clear` forgets those that are in memory. */
export interface PostingsReader {
  of(term: string): Postings
  clear(): void
}

/** Entries of postings that are kept in memory: at six bytes each, 12 MB. */
const KEPT = 2_000_000

/** Reads postings from the index. Those asked for last are kept, as a run searches for the same terms again and again. */
export function createPostingsReader(database: DatabaseSync): PostingsReader {
  const ofTerm = database.prepare('SELECT group_concat(doc) AS found FROM passage_instances WHERE term = ?')
  const ofPhrase = database.prepare(
    'SELECT group_concat(rowid) AS found FROM (SELECT rowid FROM passages_fts WHERE passages_fts MATCH ?)',
  )
  const kept = new RecentCache<Postings>(KEPT, ({ passages }) => passages.length + 1)

  function read(token: string): Postings {
    if (token === '') return countsOf('')
    const row = token.includes(' ') ? ofPhrase.get(phraseExpression(token)) : ofTerm.get(token)
    return countsOf(String(row?.['found'] ?? ''))
  }

  return {
    of(term) {
      const token = indexTerm(term)
      return kept.get(token, () => read(token))
    },
    clear: () => kept.clear(),
  }
}

/** "3,3,7" are two mentions in passage 3 and one in 7: equal numbers stand together. */
function countsOf(numbers: string): Postings {
  const passages: number[] = []
  const counts: number[] = []
  eachNumber(numbers, (number) => {
    const last = passages.length - 1
    if (passages[last] === number) counts[last] = (counts[last] ?? 0) + 1
    else {
      passages.push(number)
      counts.push(1)
    }
  })
  return { passages: Uint32Array.from(passages), counts: Uint16Array.from(counts) }
}
