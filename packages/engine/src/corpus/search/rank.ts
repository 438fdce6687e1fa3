import { termScore } from '#language/bm25.ts'
import type { PassageTable } from './passage-table.ts'
import type { Postings } from './postings.ts'

/** A passage and its BM25. */
export interface Ranked {
  num: number
  score: number
}

/** A term with how rare it is, and where it stands. */
export interface RankedTerm extends Postings {
  rarity: number
}

/** Ranks passages that hold any of some terms; kept between searches for its memory. */
export class Ranking {
  readonly #table: PassageTable
  /** Of each passage, while a search is made; else 0. */
  readonly #scores: Float64Array
  /** The numbers of those that hold a term. */
  readonly #found: Uint32Array

  constructor(table: PassageTable) {
    this.#table = table
    this.#scores = new Float64Array(table.end)
    this.#found = new Uint32Array(table.end)
  }

  /** The best of the passages whose document is admitted, the best first, and all that are as good as the last. */
  best(terms: readonly RankedTerm[], most: number, admits: (document: number) => boolean): Ranked[] {
    const found = this.#found.subarray(0, this.#add(terms))
    for (const num of found) if (!admits(this.#table.documentOf(num))) this.#scores[num] = 0
    const ranked = this.#top(found, most)
    for (const num of found) this.#scores[num] = 0
    return ranked
  }

  /** Adds up what each term says; gives how many passages hold any. */
  #add(terms: readonly RankedTerm[]): number {
    const { averageLength } = this.#table
    let found = 0
    for (const { passages, counts, rarity } of terms) {
      for (let at = 0; at < passages.length; at += 1) {
        const num = passages[at] ?? 0
        const times = counts[at] ?? 0
        if (num >= this.#scores.length) continue
        const before = this.#scores[num] ?? 0
        if (before === 0) {
          this.#found[found] = num
          found += 1
        }
        this.#scores[num] = before + termScore(rarity, times, this.#table.lengthOf(num), averageLength)
      }
    }
    return found
  }

  #top(found: Uint32Array, most: number): Ranked[] {
    const least = this.#leastOf(found, most)
    const ranked: Ranked[] = []
    for (const num of found) {
      const score = this.#scores[num] ?? 0
      if (score > 0 && score >= least) ranked.push({ num, score })
    }
    return ranked.sort((a, b) => b.score - a.score || a.num - b.num)
  }

  /** The score of the last of the `most` best; 0 where there are no more than that. */
  #leastOf(found: Uint32Array, most: number): number {
    // Ascending. Few of many are better than the best so far.
    const best = new Float64Array(Math.min(most, found.length))
    for (const num of found) {
      const score = this.#scores[num] ?? 0
      if (score <= (best[0] ?? 0)) continue
      let at = 1
      while (at < best.length && (best[at] ?? 0) < score) at += 1
      best.copyWithin(0, 1, at)
      best[at - 1] = score
    }
    return best[0] ?? 0
  }
}
