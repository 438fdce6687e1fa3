import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { bitsIn, cosine, quantise, signWords, writeSigns } from '../index/quantised.ts'
import type { PassageTable } from './passage-table.ts'
import type { Ranked } from './rank.ts'

/** Of the passages whose signs differ least from the question's, so many more than asked for are compared in full. */
const COMPARED = 500

/** The signs of all vectors, in the order of the passages' numbers. */
interface Signs {
  passages: Uint32Array
  bits: Uint32Array
  /** Dimensions of a vector. */
  dimensions: number
}

/**
 * Finds the passages whose vectors are nearest to one. A bit for each dimension is kept in memory; the best by these are
 * compared in full, so that what is found among a few hundred is exact.
 */
export class VectorSearch {
  readonly #database: DatabaseSync
  readonly #vectors: StatementSync
  #signs: Signs | undefined

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#vectors = database.prepare(
      'SELECT passage, vector FROM vectors WHERE passage IN (SELECT value FROM json_each(?))',
    )
  }

  /** The nearest of the admitted passages, with the cosine as score; none where there are no vectors of this many dimensions. */
  nearest(vector: Float32Array, most: number, table: PassageTable, admits: (document: number) => boolean): Ranked[] {
    this.#signs ??= readSigns(this.#database)
    if (this.#signs.dimensions !== vector.length) return []
    const wanted = quantise(vector)
    const near = nearestBySigns(this.#signs, wanted, most + COMPARED, (num) => admits(table.documents[num] ?? 0))
    const ranked = this.#vectors.all(JSON.stringify(near)).map(({ passage, vector: stored }) => {
      return { num: Number(passage), score: cosine(wanted, asVector(stored as Uint8Array)) }
    })
    return ranked.sort((a, b) => b.score - a.score || a.num - b.num).slice(0, most)
  }

  /** Forgets what is in memory. */
  clear(): void {
    this.#signs = undefined
  }
}

function asVector({ buffer, byteOffset, byteLength }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, byteLength)
}

function readSigns(database: DatabaseSync): Signs {
  const { count, bytes } = {
    ...database.prepare('SELECT count(*) AS count, min(length(vector)) AS bytes FROM vectors').get(),
  }
  const dimensions = Number(bytes ?? 0)
  const words = signWords(dimensions)
  const passages = new Uint32Array(Number(count))
  const bits = new Uint32Array(Number(count) * words)
  let at = 0
  for (const { passage, vector } of database
    .prepare('SELECT passage, vector FROM vectors ORDER BY passage')
    .iterate()) {
    passages[at] = Number(passage)
    writeSigns(asVector(vector as Uint8Array), bits.subarray(at * words, (at + 1) * words))
    at += 1
  }
  return { passages, bits, dimensions }
}

/** The numbers of the admitted passages whose signs differ in the fewest places. */
function nearestBySigns(signs: Signs, wanted: Int8Array, most: number, admits: (num: number) => boolean): number[] {
  const { passages, bits, dimensions } = signs
  const words = signWords(dimensions)
  const own = new Uint32Array(words)
  writeSigns(wanted, own)
  // By how many signs differ: there are few different counts, so that sorting takes one pass.
  const byDistance: number[][] = []
  let kept = 0
  let farthest = dimensions
  for (let place = 0; place < passages.length; place += 1) {
    let distance = 0
    for (let word = 0; word < words; word += 1)
      distance += bitsIn(((bits[place * words + word] as number) ^ (own[word] as number)) >>> 0)
    if (distance > farthest || !admits(passages[place] as number)) continue
    byDistance[distance] ??= []
    byDistance[distance]?.push(passages[place] as number)
    kept += 1
    // What is farther than the best so far is no longer of interest.
    while (kept - (byDistance[farthest]?.length ?? 0) >= most) {
      kept -= byDistance[farthest]?.length ?? 0
      delete byDistance[farthest]
      farthest -= 1
    }
  }
  return byDistance.flat().slice(0, most)
}
