import type { PassageTable } from './passage-table.ts'
import type { Postings } from './postings.ts'

/** A passage and its BM25. */
export interface Ranked {
  num: number
  score: number
}

/** How soon a repeated term counts no more, and how much a passage's length counts. */
export interface Bm25 {
  k1: number
  b: number
}

const LEAST_IDF = 1e-6

/** Ranks passages that hold any of some terms; kept between searches for its memory. */
export class Ranking {
  readonly #table: PassageTable
  readonly #bm25: Bm25
  readonly #scores: Float64Array

  constructor(table: PassageTable, bm25: Bm25) {
    this.#table = table
    this.#bm25 = bm25
    this.#scores = new Float64Array(table.end)
  }

  /** The best of the passages whose document is admitted, the best first, and all that are as good as the last. */
  best(terms: readonly Postings[], most: number, admits: (document: number) => boolean): Ranked[] {
    const found = this.#add(terms)
    const admitted = found.filter((num) => admits(this.#table.documentOf(num)))
    const ranked = this.#top(admitted, most)
    for (const num of found) this.#scores[num] = 0
    return ranked
  }

  /** Adds up what each term says; gives the numbers of the passages that hold any. */
  #add(terms: readonly Postings[]): number[] {
    const { k1, b } = this.#bm25
    const { count, averageLength } = this.#table
    const found: number[] = []
    for (const { passages, counts } of terms) {
      const rarity = Math.log((count - passages.length + 0.5) / (passages.length + 0.5))
      const idf = Math.max(LEAST_IDF, rarity)
      for (let at = 0; at < passages.length; at += 1) {
        const num = passages[at] ?? 0
        const times = counts[at] ?? 0
        if (num >= this.#scores.length) continue
        const before = this.#scores[num] ?? 0
        if (before === 0) found.push(num)
        const length = (b * this.#table.lengthOf(num)) / averageLength
        this.#scores[num] = before + (idf * times * (k1 + 1)) / (times + k1 * (1 - b + length))
      }
    }
    return found
  }

  #top(passages: readonly number[], most: number): Ranked[] {
    const scores = Float64Array.from(passages, (num) => this.#scores[num] ?? 0)
    const sorted = scores.toSorted()
    const least = sorted[sorted.length - most] ?? 0
    const ranked: Ranked[] = []
    passages.forEach((num, at) => {
      const score = scores[at] ?? 0
      if (score >= least) ranked.push({ num, score })
    })
    return ranked.sort((a, b) => b.score - a.score || a.num - b.num)
  }
}
