import { B, K1 } from '#language/bm25.ts'
import type { PassageTable } from './passage-table.ts'
import type { Postings } from './postings.ts'

/** Whether the passages of a document are among those that are searched. */
export type Admission = (document: number) => boolean

/** A passage and its BM25. */
export interface Ranked {
  num: number
  score: number
}

/** A term with how rare it is, and where it stands. */
export interface RankedTerm extends Postings {
  rarity: number
}

/** The most that a term gives a passage, in rarities: BM25's limit for ever more mentions. */
const MOST_OF_A_TERM = K1 + 1
/** Passages whose scores are added up at a time: what is known of them stays in the processor's cache. */
const WINDOW = 32 * 1024
/** Looking for a passage among a term's in a window takes about as long as going over so many of them. */
const STEPS = 16

/** A term whose postings have been read up to `at`. */
interface Cursor extends RankedTerm {
  at: number
}

/** Ranks passages that hold any of some terms; kept between searches for its memory. */
export class Ranking {
  readonly #table: PassageTable
  /** What a length adds to the mentions in BM25's denominator, by length. */
  readonly #norms: Float64Array
  /** Of each passage of a window, while it is looked at; else 0. */
  readonly #scores = new Float64Array(WINDOW)
  /** Places in the window of those that hold a term. */
  readonly #found = new Uint32Array(WINDOW)

  constructor(table: PassageTable) {
    const { longest, averageLength } = table
    this.#table = table
    this.#norms = Float64Array.from({ length: longest + 1 }, (_, length) => K1 * (1 - B + (B * length) / averageLength))
  }

  /** The best of the passages whose document is admitted, the best first, and all that are as good as the last. */
  best(terms: readonly RankedTerm[], most: number, admits?: Admission): Ranked[] {
    const cursors: Cursor[] = terms.toSorted((a, b) => b.rarity - a.rarity).map((term) => ({ ...term, at: 0 }))
    const top = new Top(most)
    for (let first = 0; first < this.#table.end; first += WINDOW) {
      const count = this.#addUp(cursors, first, top.least, admits)
      for (let place = 0; place < count; place += 1) {
        const at = this.#found[place] as number
        top.offer(first + at, this.#scores[at] as number)
        this.#scores[at] = 0
      }
    }
    return top.ranked()
  }

  /** Adds up what each term says of the passages of a window; gives how many hold any. */
  #addUp(cursors: readonly Cursor[], first: number, least: number, admits: Admission | undefined): number {
    const end = Math.min(first + WINDOW, this.#table.end)
    let left = cursors.reduce((sum, { rarity }) => sum + rarity * MOST_OF_A_TERM, 0)
    let count = 0
    for (const cursor of cursors) {
      // What holds none of the terms before cannot become one of the best any more.
      if (left < least) count = this.#raise(cursor, { first, end, count, least: least - left })
      else count = this.#add(cursor, first, end, { count, admits })
      left -= cursor.rarity * MOST_OF_A_TERM
    }
    return count
  }

  /** Adds what a term says to every admitted passage that holds it. */
  #add(
    cursor: Cursor,
    first: number,
    end: number,
    { count: before, admits }: { count: number; admits: Admission | undefined },
  ): number {
    const { passages, counts, rarity } = cursor
    const { documents, lengths } = this.#table
    const scores = this.#scores
    const most = rarity * MOST_OF_A_TERM
    let count = before
    let document = 0
    let isAdmitted = admits === undefined
    let { at } = cursor
    for (; at < passages.length && (passages[at] as number) < end; at += 1) {
      const num = passages[at] as number
      const score = scores[num - first] as number
      const length = lengths[num] as number
      if (score === 0) {
        // Passages of a document stand together.
        if (admits !== undefined && documents[num] !== document) {
          document = documents[num] as number
          isAdmitted = admits(document)
        }
        // What is gone has no length any more.
        if (!isAdmitted || length === 0) continue
        this.#found[count] = num - first
        count += 1
      }
      const times = counts[at] as number
      scores[num - first] = score + (most * times) / (times + (this.#norms[length] as number))
    }
    cursor.at = at
    return count
  }

  /** Adds what a term says to those of the passages found that can still become one of the best; gives how many these are. */
  #raise(cursor: Cursor, { first, end, count, least }: { first: number; end: number; count: number; least: number }) {
    const { passages, at: begin } = cursor
    const scores = this.#scores
    const found = this.#found
    let kept = 0
    for (let place = 0; place < count; place += 1) {
      const of = found[place] as number
      if ((scores[of] as number) < least) scores[of] = 0
      else {
        found[kept] = of
        kept += 1
      }
    }
    const behind = placeOf(passages, end, begin, Math.min(passages.length, begin + end - first))
    cursor.at = behind
    if (kept * STEPS < behind - begin) {
      for (let place = 0; place < kept; place += 1) {
        const num = first + (found[place] as number)
        const at = placeOf(passages, num, begin, behind)
        if (at < behind && passages[at] === num) this.#raiseOne(cursor, at, num - first)
      }
    } else {
      for (let at = begin; at < behind; at += 1) {
        const of = (passages[at] as number) - first
        if (scores[of] !== 0) this.#raiseOne(cursor, at, of)
      }
    }
    return kept
  }

  #raiseOne({ passages, counts, rarity }: Cursor, at: number, of: number): void {
    const length = this.#table.lengths[passages[at] as number] as number
    const times = counts[at] as number
    this.#scores[of] =
      (this.#scores[of] as number) + (rarity * MOST_OF_A_TERM * times) / (times + (this.#norms[length] as number))
  }
}

/** The place of the first of ascending numbers, between two places, that is not below a number. */
function placeOf(numbers: Uint32Array, number: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Keeps the best of what it is offered, and all that are as good as the last of these. */
class Top {
  /** The best scores so far, ascending; 0 where there are fewer than asked for. */
  readonly #best: Float64Array
  #offered: Ranked[] = []
  /** So many at a time that looking through them costs little for each. */
  #full: number

  constructor(most: number) {
    this.#best = new Float64Array(most)
    this.#full = 4 * most + 1_000
  }

  /** What has a lower score is not among the best. */
  get least(): number {
    return this.#best[0] ?? 0
  }

  offer(num: number, score: number): void {
    const best = this.#best
    if (score < this.least || score === 0) return
    this.#offered.push({ num, score })
    let at = 1
    while (at < best.length && (best[at] as number) < score) at += 1
    best.copyWithin(0, 1, at)
    best[at - 1] = score
    if (this.#offered.length < this.#full) return
    this.#sift()
    this.#full = Math.max(this.#full, 2 * this.#offered.length)
  }

  ranked(): Ranked[] {
    this.#sift()
    return this.#offered.sort((a, b) => b.score - a.score || a.num - b.num)
  }

  #sift(): void {
    const { least } = this
    this.#offered = this.#offered.filter(({ score }) => score >= least)
  }
}
