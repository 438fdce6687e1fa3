import type { DatabaseSync } from 'node:sqlite'
import { indexTerm, phraseExpression } from '../index/fts-query.ts'
import { eachNumber } from './number-list.ts'

/** The passages that hold a term, and how often each holds it, whatever the field. */
export interface Postings {
  /** Their numbers, ascending. */
  passages: Uint32Array
  counts: Uint16Array
}

export interface PostingsReader {
  of(term: string): Postings
  clear(): void
}

const NONE: Postings = { passages: new Uint32Array(), counts: new Uint16Array() }

/** So many entries of postings are kept in memory: 12 MB. */
const KEPT = 2_000_000

/**
 * Reads postings from the index, and keeps those that were asked for last: a run searches for the same terms again and
 * again, in other company and among other documents.
 */
export function createPostingsReader(database: DatabaseSync): PostingsReader {
  const ofTerm = database.prepare('SELECT group_concat(doc) AS found FROM passage_instances WHERE term = ?')
  const ofPhrase = database.prepare(
    'SELECT group_concat(rowid) AS found FROM (SELECT rowid FROM passages_fts WHERE passages_fts MATCH ?)',
  )
  const kept = new Map<string, Postings>()
  let held = 0

  function read(token: string): Postings {
    const phrase = token.includes(' ')
    const row = phrase ? ofPhrase.get(phraseExpression(token)) : ofTerm.get(token)
    const found = row?.['found']
    return typeof found === 'string' ? countsOf(found) : NONE
  }

  return {
    of(term) {
      const token = indexTerm(term)
      if (token === '') return NONE
      const known = kept.get(token)
      if (known !== undefined) {
        kept.delete(token)
        kept.set(token, known)
        return known
      }
      const made = read(token)
      kept.set(token, made)
      held += made.passages.length + 1
      for (const [old, { passages }] of kept) {
        if (held <= KEPT || old === token) break
        kept.delete(old)
        held -= passages.length + 1
      }
      return made
    },
    clear() {
      kept.clear()
      held = 0
    },
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
