import type { DatabaseSync } from 'node:sqlite'
import { eachNumber } from './number-list.ts'

/** What a search needs to know of every passage, by its number. */
export interface PassageTable {
  /** Of which document it is. 0: there is no such passage. */
  documentOf(num: number): number
  /** Terms in all its fields. */
  lengthOf(num: number): number
  /** Passages in all. */
  readonly count: number
  /** Terms in a passage, on average. */
  readonly averageLength: number
  /** Above the number of every passage. */
  readonly end: number
}

/** Passages of a block: few reads in a large corpus, little memory in a small one. */
const BLOCK = 4 * 1024

interface Block {
  documents: Uint32Array
  lengths: Uint32Array
}

/** Reads the table in blocks, each when it is first asked for; 8 bytes a passage. */
export function readPassageTable(database: DatabaseSync): PassageTable {
  const listed = database.prepare(
    `SELECT group_concat(num) AS nums, group_concat(document) AS documents, group_concat(length) AS lengths
     FROM passages WHERE num >= ? AND num < ?`,
  )
  const total = database
    .prepare('SELECT count(*) AS count, coalesce(max(num), 0) AS last, avg(length) AS average FROM passages')
    .get()
  const blocks: (Block | undefined)[] = []

  function blockOf(num: number): Block {
    const index = Math.floor(num / BLOCK)
    const known = blocks[index]
    if (known !== undefined) return known
    const block = { documents: new Uint32Array(BLOCK), lengths: new Uint32Array(BLOCK) }
    const first = index * BLOCK
    const { nums, documents, lengths } = { ...listed.get(first, first + BLOCK) }
    const places: number[] = []
    eachNumber(String(nums ?? ''), (num) => places.push(num - first))
    const fill = (column: Uint32Array, list: unknown) => {
      let at = 0
      eachNumber(String(list ?? ''), (value) => {
        column[places[at] ?? BLOCK] = value
        at += 1
      })
    }
    fill(block.documents, documents)
    fill(block.lengths, lengths)
    blocks[index] = block
    return block
  }

  return {
    documentOf: (num) => blockOf(num).documents[num % BLOCK] ?? 0,
    lengthOf: (num) => blockOf(num).lengths[num % BLOCK] ?? 0,
    count: Number(total?.['count'] ?? 0),
    averageLength: Number(total?.['average'] ?? 0),
    end: Number(total?.['last'] ?? 0) + 1,
  }
}
