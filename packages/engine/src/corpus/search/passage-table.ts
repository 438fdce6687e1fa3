import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { numbersIn } from './number-list.ts'

/** Passages of a block: few reads in a large corpus, little memory in a small one. */
const BLOCK = 4 * 1024

interface Block {
  documents: Uint32Array
  lengths: Uint32Array
}

/** What a search needs to know of every passage, by its number. Read in blocks when first asked for; 8 bytes a passage. */
export class PassageTable {
  /** Passages in all. */
  readonly count: number
  /** Terms in a passage, on average. */
  readonly averageLength: number
  /** Above the number of every passage. */
  readonly end: number
  readonly #listed: StatementSync
  readonly #blocks: Block[] = []

  constructor(database: DatabaseSync) {
    const total = database.prepare(
      'SELECT count(*) AS count, coalesce(max(num), 0) AS last, avg(length) AS average FROM passages',
    )
    const { count, last, average } = { ...total.get() }
    this.count = Number(count)
    this.averageLength = Number(average)
    this.end = Number(last) + 1
    this.#listed = database.prepare(
      `SELECT group_concat(num) AS nums, group_concat(document) AS documents, group_concat(length) AS lengths
       FROM passages WHERE num >= ? AND num < ?`,
    )
  }

  /** Of which document a passage is. 0: there is no such passage. */
  documentOf(num: number): number {
    return this.#blockOf(num).documents[num % BLOCK] ?? 0
  }

  /** Terms in all fields of a passage. */
  lengthOf(num: number): number {
    return this.#blockOf(num).lengths[num % BLOCK] ?? 0
  }

  #blockOf(num: number): Block {
    const index = Math.floor(num / BLOCK)
    this.#blocks[index] ??= this.#readBlock(index * BLOCK)
    return this.#blocks[index]
  }

  #readBlock(first: number): Block {
    const { nums, documents, lengths } = { ...this.#listed.get(first, first + BLOCK) }
    const places = numbersIn(nums)
    const column = (list: unknown) => {
      const values = new Uint32Array(BLOCK)
      for (const [at, value] of numbersIn(list).entries()) values[(places[at] ?? first) - first] = value
      return values
    }
    return { documents: column(documents), lengths: column(lengths) }
  }
}
